// Positions, sums of positions, and moves.
import { RequestError } from "./errors.js";
import { coordinateText, integer, nimber, valueOf } from "./values.js";

function placeOf({ position, coordinates, shown, cells }) {
  const place = { text: position, coordinates: coordinates.map?.(integer) ?? coordinates, shown };
  return cells === undefined ? place : { ...place, cells };
}

/** A move: what replaces one component of a position, several positions after a split; in a compound, what it does in each part. */
export class Move {
  constructor(from, { component = 0, label, to = [], parts, ...value }) {
    this.label = label || null;
    this.component = component;
    this.to = to.map(placeOf);
    this.parts = parts?.map((part) => ({ component: part.component, label: part.label || null, to: placeOf(part.to) })) ?? null;
    this.value = value.outcome === undefined ? null : valueOf(value);
    this.from = from;
  }

  /** The whole position after the move. */
  get position() {
    const { way } = this.from;
    const components = [...this.from.components];
    if (this.parts !== null) {
      for (const { component, to } of this.parts) components[component] = { game: components[component].game, text: to.text };
      const left = way === "ordinal" ? this.parts[0].component + 1 : components.length;
      return new Position(components.slice(0, left), way);
    }
    const { game } = components[this.component];
    components.splice(this.component, 1, ...this.to.map(({ text }) => ({ game, text })));
    return new Position(components);
  }

  toString() {
    const textOf = ({ coordinates, text }) => (Array.isArray(coordinates) ? coordinates.join(",") : text);
    if (this.parts !== null)
      return this.parts
        .map(({ component, label, to }) => `in component ${component}: ${label ? `${label} to` : "to"} ${textOf(to)}`)
        .join("; ");
    const to = this.to.map(textOf);
    return `${this.label ? `${this.label} to` : "to"} ${to.join(" + ") || "nothing"}`;
  }
}

/** A position of a game, the disjunctive sum of several, or another compound of them. It never changes. */
export class Position {
  /** Of Game.position, sum and compound. `components`: { game, text }; without a text it is where play begins. */
  constructor(components, way = "disjunctive") {
    this.components = Object.freeze(components);
    this.way = way;
  }

  static of(game, coordinates) {
    const text = coordinates.length === 0 ? undefined : coordinates.map(coordinateText).join(",");
    return new Position([{ game, text }]);
  }

  plus(...others) {
    return sum(this, ...others);
  }

  toString() {
    const sum = this.components.map(({ game, text }) => `${game.name} ${text ?? ""}`.trim()).join(" + ") || "nothing";
    return this.way === "disjunctive" ? sum : `${sum}, ${this.way}`;
  }

  get #bouton() {
    if (this.components.length === 0) throw new RequestError("nothing is left to ask about: all that was played is over");
    return this.components[0].game.bouton;
  }

  get #sum() {
    const components = this.components.map(({ game, text }) => ({ game: game.description, position: text }));
    return this.way === "disjunctive" ? components : { way: this.way, components };
  }

  async #ask(verb, request, { signal, progress } = {}) {
    return (await this.#bouton.ask(verb, { sum: this.#sum, ...request }, { signal, progress })).answer;
  }

  async #moves(values, asking) {
    const answer = await this.#ask("moves", { values }, asking);
    if (answer.moves.length < answer.count) throw new RequestError(`${answer.count} moves are too many to list`);
    return { ...answer, moves: answer.moves.map((move) => new Move(this, move)) };
  }

  // -- Its moves

  /** All moves, in the order of the rules, found by the rules alone. */
  async options(asking) {
    return this.components.length === 0 ? [] : (await this.#moves(false, asking)).moves;
  }

  /** All moves, each with the value of what it leads to. */
  async moves(asking) {
    return this.components.length === 0 ? [] : (await this.#moves(true, asking)).moves;
  }

  /** The moves that win, at most so many; for coordinates of any size where the game has a formula. */
  async winningMoves({ most = 1000, ...asking } = {}) {
    return (await this.solve({ most, ...asking })).winningMoves;
  }

  /** The move of a player of this strength, from 0, chance, to 10, perfect; null where the game is over. */
  bestMove({ level = 10, ...rest } = {}) {
    if (!Number.isInteger(level) || level < 0 || level > 10)
      return Promise.reject(new RequestError(`there is no level ${level}; they go from 0 to 10`));
    return this.playerMove(level === 10 ? "perfect" : level === 0 ? "random" : `level:${level}`, rest);
  }

  /**
   * The move of a player by name: "perfect", "random", "level:3", or a strategy of the rule file; null where the game is over.
   * `forbidden` are moves of this position that may not be made, in a game that forbids some (Game.blocking).
   */
  async playerMove(player, { seed = 1, forbidden = [], ...asking } = {}) {
    if (this.components.length === 0) return null;
    const numbers = forbidden.length === 0 ? [] : await this.#numbers(forbidden, asking);
    try {
      return new Move(this, (await this.#ask("choose", { player, seed, forbidden: numbers }, asking)).move);
    } catch (error) {
      if (error instanceof RequestError && error.message === "the game is over") return null;
      throw error;
    }
  }

  /** The moves that a player, who does not move, forbids here before the other one moves; none in games that forbid nothing. */
  async playerForbids(player = "perfect", { seed = 1, ...asking } = {}) {
    if (this.components.length === 0) return [];
    return (await this.#ask("forbid", { player, seed }, asking)).moves.map((move) => new Move(this, move));
  }

  /** The places of these moves among all. */
  async #numbers(moves, asking) {
    const place = (move) => `${move.component}:${move.to.map((part) => part.position).join(" + ")}`;
    const options = (await this.options(asking)).map(place);
    const numbers = moves.map((move) => options.indexOf(place(move)));
    if (numbers.includes(-1)) throw new RequestError("what is forbidden is not a move of this position");
    return numbers;
  }

  async isOver(asking) {
    return this.components.length === 0 || (await this.#ask("moves", { values: false }, asking)).over;
  }

  /** Who has won a game that is over: "N" the player who would have to move, "P" the other; null where it is not over. */
  async result(asking) {
    return (await this.#ask("moves", { values: false }, asking)).result;
  }

  /** Each component, as its rule file shows it to people, with all its coordinates. */
  async places(asking) {
    return this.components.length === 0 ? [] : (await this.#ask("moves", { values: false }, asking)).sum.map(placeOf);
  }

  // -- Questions

  /** Who wins: "P", the previous player, "N", the next one, or "draw". */
  async outcome(asking) {
    return (await this.#ask("value", { kind: "outcome" }, asking)).outcome;
  }

  /** A number or a BigInt, { infinity: [..] } where play may go on for ever, null where no way knows it. */
  async grundy(asking) {
    return nimber((await this.#ask("value", { kind: "grundy" }, asking)).grundy);
  }

  /** How many moves are still played when the winner hastens and the loser delays; null for a draw, or where it is not known. */
  async remoteness(asking) {
    return (await this.#ask("value", { kind: "remoteness" }, asking)).remoteness;
  }

  /** How many moves are played when the winner delays and the loser hastens; null for a draw. Play comes to an end. */
  async suspense(asking) {
    return (await this.#ask("value", { kind: "suspense" }, asking)).suspense;
  }

  /** The longest play: the most moves that both sides can make together; null where play need not end. */
  async longest(asking) {
    return (await this.#ask("value", { kind: "longest" }, asking)).longest;
  }

  /** The outcome, at most so many winning moves, which way answered, and what else is found beside them in a second or so. */
  async solve({ most = 1000, ...asking } = {}) {
    const answer = await this.#ask("solve", { most }, asking);
    const place = (coordinates) => ({
      position: Array.isArray(coordinates) ? `(${coordinates.join(",")})` : coordinates,
      coordinates,
      shown: undefined,
    });
    const moveOf = ({ component, label, to, parts }) =>
      parts === undefined
        ? new Move(this, { component, label, to: to.map(place) })
        : new Move(this, { component: parts[0].component, parts: parts.map((part) => ({ ...part, to: place(part.to) })) });
    return {
      ...valueOf(answer),
      winningMoves: answer.winning_moves.map(moveOf),
      forbid: answer.forbid ? answer.forbid.map(moveOf) : null,
      complete: answer.winning_moves_complete,
      solver: answer.solver,
      theorem: answer.theorem ?? null,
      fallbacks: answer.fallbacks,
    };
  }

  /** Why the position is won, lost or drawn: sentences that end in a winning move; as `bouton why --format json`. */
  why(asking) {
    return this.#ask("why", {}, asking);
  }

  /** The genus, under misère play; as `bouton genus --format json`. */
  genus(asking) {
    return this.#ask("genus", {}, asking);
  }

  /** The misère quotient of all that can be reached; as `bouton quotient --format json`. */
  quotient(asking) {
    return this.#ask("quotient", {}, asking);
  }

  /** The positions below this one, at most so many, and the moves between them; as `bouton graph --format json`. */
  graph({ most = 1_000_000, picture = false, ...asking } = {}) {
    return this.#ask("graph", { most, picture }, asking);
  }

  /** Many games from here, two players moving first in turn; as `bouton match --format json`. */
  match(player, other, { games = 1000, seed = 1, ...asking } = {}) {
    return this.#ask("match", { player, other, games, seed }, asking);
  }
}

/** The disjunctive sum of positions, of one or more games of one Bouton. */
export function sum(...positions) {
  return compound("disjunctive", ...positions);
}

/** Positions that are played at once in the way of this name: "disjunctive", "diminished-disjunctive", "conjunctive",
 * "continued-conjunctive", "selective", "shortened-selective", "ordinal" or "sequential". */
export function compound(way, ...positions) {
  const several = positions.flat();
  const components = several.flatMap((position) => position.components);
  if (new Set(components.map(({ game }) => game.bouton)).size > 1)
    throw new RequestError("positions of different Boutons cannot form a sum");
  if (several.some((position) => position.way !== "disjunctive"))
    throw new RequestError("a component of a compound is no compound itself");
  return new Position(components, way);
}
