// Where games come from: a Bouton has an engine of its own, in a worker.
import { Connection } from "./connection.js";
import { RequestError } from "./errors.js";
import { Game } from "./game.js";
import { settingTexts } from "./values.js";
import { version } from "./version.js";

export { BoutonError, LimitError, RequestError, RuleError } from "./errors.js";
export { Game } from "./game.js";
export { Move, Position, compound, sum } from "./position.js";
export { INFINITE, NONE, PositionList, Sequence, Table } from "./values.js";
export { version };

let usualParts;

/** Of the entries of the package, before anything is asked. */
export function setParts(parts) {
  usualParts = parts;
}

function limitsOf({ memory, luaMemory, seconds }) {
  const given = { memory, lua_memory: luaMemory, seconds };
  return Object.values(given).some((limit) => limit !== undefined) ? given : undefined;
}

/** An engine in a worker, which begins with the first question. Questions are answered one after the other. */
export class Bouton {
  #connection;
  #parts;

  constructor({ memory, luaMemory, seconds, onProgress, parts } = {}) {
    this.#parts = { ...usualParts, ...parts };
    this.#connection = new Connection(this.#parts, limitsOf({ memory, luaMemory, seconds }));
    this.onProgress = onProgress;
  }

  get onProgress() {
    return this.#connection.onProgress;
  }
  set onProgress(listener) {
    this.#connection.onProgress = listener;
  }

  /** Whether something is worked on. */
  get busy() {
    return this.#connection.busy;
  }

  /** A game by its name, by the path of a rule file (in Node), or by the text of one, `source`. */
  async game(name, { source, params, play, signal } = {}) {
    const description = { name, text: source, settings: settingTexts(params), play };
    if (source === undefined && /[/\\]|\.lua$/.test(name)) {
      if (!this.#parts.readRule) throw new RequestError(`${name} is a path; here a rule file is given as a text: { source }`);
      const read = await this.#parts.readRule(name);
      Object.assign(description, { name: read.name, text: read.source });
    }
    return this.describe(description, { signal });
  }

  /** The game of a description as the engine takes it. */
  async describe(description, asking) {
    const { answer } = await this.ask("game", { game: description }, asking);
    return new Game(this, description, answer);
  }

  /** All games of the package: { name, title, text }. */
  async games(asking) {
    return (await this.ask("games", {}, asking)).answer;
  }

  /** A row for each game of a family; as `bouton survey --format json`. */
  async survey(family, { params, last, ...asking } = {}) {
    return (await this.ask("survey", { family, settings: settingTexts(params), last }, asking)).answer;
  }

  /** A question as the engine takes it, by the verbs of bindings/web/verbs/verbs.h: { answer, cells }. */
  ask(verb, request, asking) {
    return this.#connection.ask(verb, request, asking);
  }

  /** Loads the engine before the first question. */
  warm() {
    this.#connection.warm();
  }

  /** Ends whatever is worked on or waits; the promises are rejected with an AbortError. */
  cancel(reason) {
    this.#connection.cancel(reason);
  }

  /** Ends the worker for good. */
  close() {
    this.#connection.close();
  }
}

let usual;

/** The Bouton of the functions below, made when it is first needed. */
export function usualBouton() {
  return (usual ??= new Bouton());
}

export const game = (name, options) => usualBouton().game(name, options);
export const games = (options) => usualBouton().games(options);
export const survey = (family, options) => usualBouton().survey(family, options);
