// Games, and questions about many positions at once.
import { RequestError } from "./errors.js";
import { Position } from "./position.js";
import { boxOf, coordinateText, integer, PositionList, Sequence, settingTexts, Table } from "./values.js";

/** Coordinates, and what a question is given besides as the last argument. */
function split(words) {
  const last = words.at(-1);
  const isAsking = typeof last === "object" && last !== null && !Array.isArray(last);
  return isAsking ? [words.slice(0, -1), last] : [words, undefined];
}

/** A game and what has been found out about it; made by Bouton.game. */
export class Game {
  #axes;

  constructor(bouton, description, card) {
    this.bouton = bouton;
    /** What the engine is told the game by. */
    this.description = description;
    this.name = card.name;
    this.title = card.title;
    this.text = card.text;
    this.origin = card.source;
    this.play = card.play;
    this.blocking = card.blocking ?? 0;
    this.parameters = card.params;
    this.players = card.players;
    this.known = card.known;
    /** As `bouton games NAME --format json`. */
    this.card = card;
    const { position } = card;
    this.#axes = Array.isArray(position) ? position : position.piles ? [position.piles] : [];
    this.coordinates = this.#axes.map(({ name }) => name);
  }

  /** The same game with other parameters, or under the other convention of play. */
  with({ params = {}, play, signal } = {}) {
    const settings = { ...this.description.settings, ...settingTexts(params) };
    return this.bouton.describe({ ...this.description, settings, play: play ?? this.description.play }, { signal });
  }

  async #ask(verb, request, { signal, progress } = {}) {
    return this.bouton.ask(verb, { game: this.description, ...request }, { signal, progress });
  }

  // -- Positions

  /** The position with these coordinates; without any where play begins. What is wrong with it, the first question says. */
  position(...coordinates) {
    return Position.of(this, coordinates);
  }

  /** The one that the rule file gives as its example, a sum perhaps; null where it gives none. */
  get example() {
    const { example } = this.card;
    return example === null ? null : Position.of(this, Array.isArray(example) ? example.map(integer) : [example]);
  }

  /** A position to begin at, by chance, of the size of `like`. */
  async random({ like, seed = 1, ...asking } = {}) {
    const request = like === undefined ? { seed } : { seed, like: coordinateText(like) };
    const { answer } = await this.#ask("random", request, asking);
    return new Position([{ game: this, text: answer.position }]);
  }

  #at(question, words) {
    const [coordinates, asking] = split(words);
    return this.position(...coordinates)[question](asking);
  }

  outcome(...words) {
    return this.#at("outcome", words);
  }
  grundy(...words) {
    return this.#at("grundy", words);
  }
  remoteness(...words) {
    return this.#at("remoteness", words);
  }
  suspense(...words) {
    return this.#at("suspense", words);
  }
  longest(...words) {
    return this.#at("longest", words);
  }
  solve(...words) {
    return this.#at("solve", words);
  }
  winningMoves(...words) {
    return this.#at("winningMoves", words);
  }
  options(...words) {
    return this.#at("options", words);
  }
  why(...words) {
    return this.#at("why", words);
  }

  // -- Many positions

  /** The values of a box: each bound is HI, or [LO, HI], both included. Grundy values, or outcomes where play is not normal. */
  async table(bounds, { value, ...asking } = {}) {
    const { answer, cells } = await this.#ask("table", { ...boxOf(bounds, this.#axes), value }, asking);
    return new Table(answer, cells);
  }

  /** The P-positions of a box. */
  async positions(bounds, asking) {
    const { answer, cells } = await this.#ask("positions", boxOf(bounds, this.#axes), asking);
    return new PositionList(answer, cells);
  }

  /** How many P-positions a box has, without a list of them, or sums of so many `heaps`; as `bouton positions --count --format json`. */
  async count(bounds, { total, heaps, multisets = false, mod, ...asking } = {}) {
    const wanted = { total, heaps, multisets, mod: mod === undefined ? mod : String(mod) };
    const { answer } = await this.#ask("count", { ...boxOf(bounds, this.#axes), ...wanted }, asking);
    const added = "total" in answer ? { total: integer(answer.total) } : {};
    return { ...answer, count: integer(answer.count), ...added };
  }

  /** The values of heaps up to `last`: of a game of one heap, of one whose positions may be given as one number, or of a `row`. */
  async sequence(last, { value, row, period = false, ...asking } = {}) {
    const { answer, cells } = await this.#ask("sequence", { last, value, row, period }, asking);
    return new Sequence(answer, cells);
  }

  /** The period that the values of heaps up to `last` show, with the theorem that proves it where one does; null: none. */
  async period(last, options) {
    return (await this.sequence(last, { ...options, period: true })).period;
  }

  /** The picture of a box, in which at most two coordinates vary, as SVG. */
  draw(bounds, options) {
    return this.write(bounds, "svg", options);
  }

  /** A table, or the sequence up to a number, as the command writes it: "csv", "json", "text", "svg" or "bfile". */
  async write(bounds, format, { value, row, ...asking } = {}) {
    const what = Array.isArray(bounds) ? boxOf(bounds, this.#axes) : { last: bounds, row };
    return (await this.#ask("write", { ...what, value, format }, asking)).answer.text;
  }

  // -- The game as a whole

  /** Which way answers which question, why, and at what cost; as `bouton explain --format json`. */
  async explain(asking) {
    return (await this.#ask("explain", {}, asking)).answer;
  }

  /** A theorem about the P-positions of every size, looked for and proved; as `bouton theorem --format json`, with its `text`. */
  async theorem({ piles, value, steps, picture = false, ...asking } = {}) {
    const { answer } = await this.#ask("theorem", { piles, value, steps, picture }, asking);
    return { ...answer.theorem, text: answer.text, ...(picture ? { svg: answer.svg } : {}) };
  }

  /** What is proved of all positions, and conjectures from tables; as `bouton discover --format json`. */
  async discover({ piles, further, ...asking } = {}) {
    return (await this.#ask("discover", { piles, further }, asking)).answer;
  }

  /** Every fast way against the reference, in a box or in a small one; as `bouton verify --format json`. */
  async verify(bounds, asking) {
    const box = bounds === undefined ? {} : boxOf(bounds, this.#axes);
    return (await this.#ask("verify", box, asking)).answer;
  }

  /** The misère quotient of heaps up to `last`; as `bouton quotient --format json`. */
  async quotient(last, asking) {
    if (!Number.isSafeInteger(last)) throw new RequestError("the last heap must be a number; for other games ask a position");
    return (await this.#ask("quotient", { last }, asking)).answer;
  }

  toString() {
    return this.name;
  }
}
