// Bouton: impartial games, their rules as short Lua files, and an engine that answers. docs/javascript.md is the guide.

// -- Values

/** Who wins: the previous player (the one to move loses), the next one (who is to move), or nobody, in a draw. */
export type Outcome = "P" | "N" | "draw";

/** An integer: beyond 2^53 as a BigInt. */
export type Integer = number | bigint;

/**
 * A Grundy value; of a position from where play may go on for ever infinity, with the finite values among its options; null where
 * no way knows it, and under misère play.
 */
export type Grundy = Integer | { infinity: number[] } | null;

export interface Value {
  outcome: Outcome;
  grundy: Grundy;
  /** How many moves are still played when the winner hastens and the loser delays; null for a draw, or where it is not known. */
  remoteness: number | null;
}

export type ValueKind = "grundy" | "outcome" | "remoteness" | "suspense" | "longest";

/** A way of playing several games at once. */
export type Way =
  | "disjunctive"
  | "diminished-disjunctive"
  | "conjunctive"
  | "continued-conjunctive"
  | "selective"
  | "shortened-selective"
  | "ordinal"
  | "sequential";

/** A coordinate: an integer, or a text, such as the name of a value, a board, or all coordinates as they are typed, "7,9". */
export type Coordinate = number | bigint | string | readonly Coordinate[];

/** A range of a coordinate: up to a greatest value, or a least and a greatest one, both included. */
export type Bound = Integer | readonly [Integer, Integer];

/** What a parameter is set to: an integer, a list of integers, or a text as it would be typed. */
export type Setting = Integer | string | readonly Integer[];

// -- Asking

export interface Progress {
  /** What is counted, such as "positions". */
  doing: string;
  done: number;
  /** 0 where the end is not known. */
  total: number;
}

/** What every question may be given. */
export interface Asking {
  /** Ends the question; its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Hears of work that takes long, some ten times a second. */
  progress?: (progress: Progress) => void;
}

/** Something is wrong. */
export class BoutonError extends Error {
  readonly kind: "request" | "rule" | "limit" | "memory" | "internal";
  /** The rule file to blame, and its line; null where there is none. */
  readonly file: string | null;
  readonly line: number | null;
}
/** The question cannot be asked: no such game, a position outside the game, ... */
export class RequestError extends BoutonError {}
/** A rule file is wrong. */
export class RuleError extends BoutonError {}
/** A limit was reached before the answer: memory, or the time that a function of a rule file may take. */
export class LimitError extends BoutonError {}

// -- Games

/** A coordinate of a game's positions; null: without a bound. */
export interface Axis {
  name: string;
  min: Integer | null;
  max: Integer | null;
  /** The names of its values, where they have some. */
  values?: string[];
}
export interface Piles {
  piles: Axis;
  min_length: number;
  max_length: number | null;
}
export interface Cells {
  cells: "squares" | "vertices" | "edges";
  count: number;
  rows?: number;
  columns?: number;
  vertices?: number;
  edges?: [number, number][];
  /** A character for each state that a cell may have, the first for an empty one. */
  states: string;
  /** Whether every position says itself how large it is. */
  any: boolean;
}
/** What `bouton games NAME --format json` says, but for the theorem and the period, which are looked for there. */
export interface GameCard {
  name: string;
  title: string;
  text: string;
  source: string;
  file: string;
  position: Axis[] | Piles | Cells | { value: true };
  play: "normal" | "misere" | "function";
  /** Up to how many options the other player forbids before each move; left out where none. */
  blocking?: number;
  /** How many numbers are enough to begin at; null: all coordinates are given. */
  start: number | null;
  params: Parameter[];
  example: (Integer | string)[] | string | null;
  players: string[];
  known: { position: unknown; kind: ValueKind; value: Integer | Outcome }[];
  /** What the rule file claims of all positions; `fails` is the least at which a claim is known to fail. */
  claims: { claim: string; source: string; fails: (Integer | string)[] | string | null }[];
}
export interface Parameter {
  name: string;
  value: unknown;
  doc: string;
}

export interface GameOptions {
  /** The rule file as a text; messages call it NAME.lua. */
  source?: string;
  params?: Readonly<Record<string, Setting>>;
  /** Who wins where no move is left: in normal play whoever made the last one. */
  play?: "normal" | "misere";
  signal?: AbortSignal;
}

export class Game {
  private constructor();
  readonly bouton: Bouton;
  readonly name: string;
  readonly title: string;
  /** The rules in words, and where the game comes from. */
  readonly text: string;
  readonly origin: string;
  readonly play: "normal" | "misere" | "function";
  /** Up to how many options the other player forbids before each move; 0: none. */
  readonly blocking: number;
  /** The names of the coordinates; of piles one, of boards and graphs none. */
  readonly coordinates: readonly string[];
  readonly parameters: readonly Parameter[];
  /** The strategies of the rule file, for playerMove and match. */
  readonly players: readonly string[];
  readonly known: GameCard["known"];
  readonly card: GameCard;
  /** The position that the rule file gives as its example; null where it gives none. */
  readonly example: Position | null;

  /** The same game with other parameters, or under the other convention of play. */
  with(change: { params?: Readonly<Record<string, Setting>>; play?: "normal" | "misere"; signal?: AbortSignal }): Promise<Game>;

  /** The position with these coordinates; without any where play begins. What is wrong with it, the first question says. */
  position(...coordinates: Coordinate[]): Position;
  /** A position to begin at, by chance, of the size of `like`. */
  random(options?: { like?: Coordinate; seed?: number } & Asking): Promise<Position>;

  // As position(...coordinates) answers them; what a question is given besides comes last.
  outcome(...words: [...Coordinate[], Asking] | Coordinate[]): Promise<Outcome>;
  grundy(...words: [...Coordinate[], Asking] | Coordinate[]): Promise<Grundy>;
  remoteness(...words: [...Coordinate[], Asking] | Coordinate[]): Promise<number | null>;
  suspense(...words: [...Coordinate[], Asking] | Coordinate[]): Promise<number | null>;
  longest(...words: [...Coordinate[], Asking] | Coordinate[]): Promise<number | null>;
  solve(...words: [...Coordinate[], { most?: number } & Asking] | Coordinate[]): Promise<Solution>;
  winningMoves(...words: [...Coordinate[], { most?: number } & Asking] | Coordinate[]): Promise<Move[]>;
  options(...words: [...Coordinate[], Asking] | Coordinate[]): Promise<Move[]>;
  why(...words: [...Coordinate[], Asking] | Coordinate[]): Promise<Reason>;

  /** The values of a box, one bound for each coordinate. Grundy values, or outcomes where play is not normal. */
  table(bounds: readonly Bound[], options?: { value?: ValueKind } & Asking): Promise<Table>;
  /** The P-positions of a box. */
  positions(bounds: readonly Bound[], asking?: Asking): Promise<PositionList>;
  /**
   * How many P-positions a box has, without a list of them, and what `total`, a Lua expression of the coordinates, adds up to over them.
   * `heaps` counts the sums of so many positions, each of the box, in which the player to move loses; with `multisets` those that differ in
   * the order of their positions alone are one. `mod`: all is modulo that.
   */
  count(
    bounds: readonly Bound[],
    options?: { total?: string; heaps?: number; multisets?: boolean; mod?: Integer } & Asking,
  ): Promise<Count>;
  /**
   * The values of heaps up to `last`: of a game of one heap, of one whose positions may be given as one number, or of a row of a
   * larger game, whose other coordinates `row` names. With `period` the period that they show is looked for, and proved if it can be.
   */
  sequence(last: number, options?: SequenceOptions & { period?: boolean }): Promise<Sequence>;
  /** That period alone; null where the values show none. */
  period(last: number, options?: SequenceOptions): Promise<Period | null>;
  /** The picture of a box, in which at most two coordinates vary, as SVG. */
  draw(bounds: readonly Bound[], options?: { value?: ValueKind } & Asking): Promise<string>;
  /** A table, or the sequence up to a number, as the command writes it. */
  write(
    bounds: readonly Bound[] | number,
    format: "csv" | "json" | "text" | "svg" | "bfile",
    options?: SequenceOptions,
  ): Promise<string>;

  /** Which way answers which question, why, and at what cost. */
  explain(asking?: Asking): Promise<Explanation>;
  /**
   * A theorem about the P-positions of every size, looked for in tables and proved. `piles`: how many piles it is about, in a game of
   * any number of them. With `value` it is about the positions of each Grundy value to this, too. `steps` limits the work.
   */
  theorem(
    options?: { piles?: number; value?: number; steps?: number; picture?: boolean } & Asking,
  ): Promise<Theorem>;
  /** What is proved of all positions, and conjectures from tables, each with what it was checked on. */
  discover(options?: { piles?: number; further?: number } & Asking): Promise<Discovery>;
  /** Every fast way against the reference, and the claims of the rule file: in a box as `table` takes it, or in a small one. */
  verify(bounds?: readonly Bound[], asking?: Asking): Promise<Verification>;
  /** The misère quotient of heaps up to `last`, of a game of one coordinate; of other games ask a position for it. */
  quotient(last: number, asking?: Asking): Promise<Quotient>;
  toString(): string;
}

export interface SequenceOptions extends Asking {
  value?: ValueKind;
  row?: Readonly<Record<string, Integer>>;
}

// -- Positions

/** A component of a position, as a move leaves it. */
export interface Place {
  /** As it is typed. */
  text: string;
  /** Its coordinates; of a position that is not a list of numbers, its text. */
  coordinates: Integer[] | string;
  /** As the rule file shows it to people; not of the moves that solve lists. */
  shown?: string;
  /** How the cells lie, where that is part of the position. */
  cells?: Cells;
}

/** A move. */
export class Move {
  private constructor();
  /** The kind of move, null where it has no name. */
  readonly label: string | null;
  /** Which component of the position it replaces, and by what: several positions after a split. */
  readonly component: number;
  readonly to: readonly Place[];
  /** Of a move in a compound: what it does in each component that it moves in; null of others. */
  readonly parts: readonly { readonly component: number; readonly label: string | null; readonly to: Place }[] | null;
  /** What is known of the position that it leads to: of the moves that Position.moves lists. */
  readonly value: Value | null;
  readonly from: Position;
  /** The whole position after the move. */
  readonly position: Position;
  toString(): string;
}

export interface Solution extends Value {
  winningMoves: Move[];
  /** Where options are forbidden (Game.blocking): what the player who does not move must forbid; null in other games. */
  forbid: Move[] | null;
  /** False where there are more winning moves than were asked for. */
  complete: boolean;
  /** Which way answered; and the theorem, where that was one. */
  solver: string;
  theorem: string | null;
  /** Methods that were run before, in vain. */
  fallbacks: { method: string; why: string }[];
}

/** A position of a game, the disjunctive sum of several, or another compound of them. It never changes. */
export class Position {
  private constructor();
  /** How its components are played at once. */
  readonly way: Way;
  readonly components: readonly { readonly game: Game; readonly text: string | undefined }[];
  /** The sum with others. */
  plus(...others: Position[]): Position;
  toString(): string;

  /** All moves, in the order of the rules, found by the rules alone. */
  options(asking?: Asking): Promise<Move[]>;
  /** All moves, each with the value of what it leads to. */
  moves(asking?: Asking): Promise<Move[]>;
  /** The moves that win, at most so many (1000); for coordinates of any size where the game has a formula. */
  winningMoves(options?: { most?: number } & Asking): Promise<Move[]>;
  /** The move of a player of this strength, from 0, chance, to 10, perfect; the same seed gives the same. Null: the game is over. */
  bestMove(options?: { level?: number; seed?: number } & Asking): Promise<Move | null>;
  /**
   * The move of a player by name: "perfect", "random", "level:3", or a strategy of the rule file. Null: the game is over.
   * `forbidden` are moves of this position that may not be made, in a game that forbids some (Game.blocking).
   */
  playerMove(player: string, options?: { seed?: number; forbidden?: readonly Move[] } & Asking): Promise<Move | null>;
  /** What a player ("perfect"), who does not move, forbids before the other one moves; none in games that forbid nothing. */
  playerForbids(player?: string, options?: { seed?: number } & Asking): Promise<Move[]>;
  isOver(asking?: Asking): Promise<boolean>;
  /** Who has won a game that is over: "N" the player who would have to move, "P" the other. Null: it is not over. */
  result(asking?: Asking): Promise<Outcome | null>;
  /** Each component with all its coordinates, and as its rule file shows it. */
  places(asking?: Asking): Promise<Place[]>;

  outcome(asking?: Asking): Promise<Outcome>;
  grundy(asking?: Asking): Promise<Grundy>;
  remoteness(asking?: Asking): Promise<number | null>;
  /** How many moves are played when the winner delays and the loser hastens; null for a draw. Play comes to an end. */
  suspense(asking?: Asking): Promise<number | null>;
  /** The longest play: the most moves that both sides can make together; null where play need not end. */
  longest(asking?: Asking): Promise<number | null>;
  /** The outcome, at most so many winning moves (1000), which way answered, and what else is found in a second or so. */
  solve(options?: { most?: number } & Asking): Promise<Solution>;
  /** Why the position is won, lost or drawn. */
  why(asking?: Asking): Promise<Reason>;
  /** The genus, with the outcome under misère play, whatever play the rules name. */
  genus(asking?: Asking): Promise<Genus>;
  /** The misère quotient of all that can be reached; the components are of one game. */
  quotient(asking?: Asking): Promise<Quotient>;
  /** The positions below this one, at most so many (a million), each with its values, and the moves between them. */
  graph(options?: { most?: number; picture?: boolean } & Asking): Promise<Graph>;
  /** Many games from here (1000), the two players moving first in turn; the same seed gives the same games. */
  match(player: string, other: string, options?: { games?: number; seed?: number } & Asking): Promise<Match>;
}

/** The disjunctive sum of positions, of one or more games of one Bouton. */
export function sum(...positions: (Position | readonly Position[])[]): Position;
/** Positions that are played at once in this way. */
export function compound(way: Way, ...positions: (Position | readonly Position[])[]): Position;

// -- Many positions

/** The cell of a position that is not valid, and of one without a finite value: an infinite nimber, the remoteness of a draw. */
export const NONE: 0xffffffff;
export const INFINITE: 0xfffffffe;

/** The values of a box. */
export class Table {
  private constructor();
  readonly value: ValueKind;
  readonly low: readonly Integer[];
  readonly high: readonly Integer[];
  /** The names of the coordinates, and how many values each has. */
  readonly names: readonly string[];
  readonly shape: readonly number[];
  /** The greatest finite value. */
  readonly greatest: number;
  /** A cell for each position, the last coordinate fastest; NONE, INFINITE, or the value. Outcomes are 0 (P), 1 (N), 2 (draw). */
  readonly data: Uint32Array;
  /** The value at a position: Infinity where it is not finite, null where the position is not valid. */
  at(...coordinates: Coordinate[]): number | Outcome | null;
}

/** The P-positions of a box, in order. */
export class PositionList implements Iterable<number[]> {
  private constructor();
  readonly count: number;
  readonly dimensions: number;
  /** The coordinates of one after the other. */
  readonly data: Float64Array;
  at(index: number): number[] | undefined;
  [Symbol.iterator](): Iterator<number[]>;
}

/** The values of heaps from `low` on. */
export class Sequence {
  private constructor();
  readonly value: ValueKind;
  readonly low: Integer;
  readonly greatest: number;
  readonly data: Uint32Array;
  /** Where it was asked for; null: the values show none. */
  readonly period: Period | null;
  at(heap: Integer): number | Outcome | null;
}

/** value(n + period) = value(n) + saltus for all n >= preperiod. */
export interface Period {
  preperiod: number;
  period: number;
  saltus: number;
  /** False: it was seen up to `checked_to`, and may end behind it. */
  proved: boolean;
  theorem: string | null;
  checked_to: number;
}

// -- Answers of many parts: as the command writes them with `--format json`

/** The position that an answer is about. */
export interface About {
  game: string;
  position: (Integer | string)[][] | string[];
}

export interface Reason extends About {
  outcome: Outcome;
  reason: string[];
  move: { component: number; label: string | null; to: ((Integer | string)[] | string)[] } | null;
}
export interface Genus extends About {
  genus: string;
  grundy: Integer;
  misere_grundy: Integer;
  digits: number[];
  tame: boolean;
  outcome: Outcome;
}
/** A product of generators, such as {"a": 1, "b": 2}. */
export type Word = Record<string, number>;
export interface Quotient {
  order: number;
  generators: { name: string; position: unknown }[];
  relations: [Word, Word][];
  p_portion: Word[];
  positions: { position: unknown; value: Word | null; genus: string; misere_grundy: Integer; tame: boolean }[];
  proved_for: "all" | Integer | null;
  period: { preperiod: number; period: number } | null;
  given_up: string | null;
  text: string;
  [more: string]: unknown;
}
export interface Graph {
  nodes: ({ id: number; position: unknown; text: string } & Value)[];
  edges: { from: number; to: number; label: string | null }[];
  /** Where a picture was asked for; null: it is too large to be drawn. */
  svg?: string | null;
  [more: string]: unknown;
}
export interface Match {
  games: number;
  seed: number;
  players: [Side, Side];
  draws: number;
  moves: number;
  [more: string]: unknown;
}
export interface Side {
  name: string;
  wins: number;
  wins_moving_first: number;
  wins_moving_second: number;
  interval: [number, number];
}
export interface Count {
  game: string;
  count: Integer;
  /** Where an expression was given: what it adds up to. */
  total?: Integer;
  /** The method. */
  by: string;
  [more: string]: unknown;
}
/** How many P-positions have numbers below each bound, proved. */
export interface Growth {
  below: (Integer | string)[];
  counts: (Integer | string)[];
  /** counts[k] is the sum of recurrence[i] * counts[k - 1 - i]; empty where no short one is known. */
  recurrence: number[];
  /** Between two positive multiples of N^power (log N)^logarithms; whether there is a limit, null where that is not known. */
  order: { power: string; decimal: number; logarithms: number; limit: boolean | null } | null;
  /** The limit of their number over `of`, and of their share of all positions, null where that is 0. */
  density: { of: string; value: string; decimal: number; share: string | null } | null;
}
export interface Theorem {
  game: string;
  params: Record<string, unknown>;
  proved: boolean;
  statement: string | null;
  /** The statement in plain words, and as a condition on the coordinates (a Lua expression). */
  plain: string | null;
  formula: string | null;
  states: number | null;
  growth?: Growth | null;
  /** The answer for people. */
  text: string;
  /** Where a picture was asked for: of the automata. */
  svg?: string | null;
  [more: string]: unknown;
}
export interface Discovery {
  game: string;
  theorem: Record<string, unknown>;
  period: Period | null;
  theorems: { kind: string; where: string; statement: string; proved: true; [more: string]: unknown }[];
  conjectures: {
    kind: string;
    where: string;
    statement: string;
    proved: false;
    holds_to: unknown;
    checked: number;
    failure: unknown[] | null;
    [more: string]: unknown;
  }[];
  check_further: string | null;
  not_looked_at: string | null;
  [more: string]: unknown;
}
export interface Verification {
  low: Integer[];
  high: Integer[];
  same: boolean;
  checks: { check: string; compared: number; unit: string; skipped: string | null; difference: string | null; [more: string]: unknown }[];
  [more: string]: unknown;
}
export interface Explanation {
  game: string;
  questions: {
    question: string;
    method: string;
    kernel: string | null;
    reason: string;
    seconds: number | null;
    bytes: number | null;
    declined: { method: string; reason: string }[];
    [more: string]: unknown;
  }[];
  [more: string]: unknown;
}
export interface Survey {
  family: string;
  [more: string]: unknown;
}

// -- Where games come from

/** Where the engine comes from; by default each part lies beside the package's own files. */
export interface Parts {
  /** A new worker that runs the module bouton/worker. */
  worker?: () => Promise<Worker>;
  /** bouton/engine.wasm, compiled. */
  engine?: () => Promise<WebAssembly.Module>;
  /** The games by name: bouton/rules.json. */
  rules?: () => Promise<Record<string, string>>;
  /** A rule file by its path, for Bouton.game. */
  readRule?: (path: string) => Promise<{ name: string; source: string }>;
}

/** Tells all that come after where the parts are; of bouton/library, which does not know. */
export function setParts(parts: Parts): void;

export interface BoutonOptions {
  /** Bytes for what one question remembers and for one table: 512 MiB unless it is said. */
  memory?: number;
  /** Bytes of Lua memory for one game: 128 MiB. */
  luaMemory?: number;
  /** To run a rule file, and for one call of its functions: 3. */
  seconds?: number;
  /** Hears of long work, and null at its end. */
  onProgress?: (progress: Progress | null) => void;
  parts?: Parts;
}

/** An engine in a worker, which begins with the first question. Questions are answered one after the other. */
export class Bouton {
  constructor(options?: BoutonOptions);
  /** Whether something is worked on. */
  readonly busy: boolean;
  onProgress: ((progress: Progress | null) => void) | undefined;
  /** A game by its name, by the path of a rule file (in Node), or by the text of one, `source`. */
  game(name: string, options?: GameOptions): Promise<Game>;
  /** All games of the package. */
  games(asking?: Asking): Promise<{ name: string; title?: string; text?: string; error?: string }[]>;
  /**
   * A row for each game of a family: of games of one heap the period of heaps to `last` (2000), of others a theorem. `family` is
   * "octal:0.dd" with a d for each digit that is left open, or a game with `params` of which some are ranges, "2:5".
   */
  survey(family: string, options?: { params?: Readonly<Record<string, Setting>>; last?: number } & Asking): Promise<Survey>;
  /** A question as the engine takes it, and its cells: for what has no method here. The verbs are those of the page. */
  ask<Answer = unknown>(verb: string, request?: object, asking?: Asking): Promise<{ answer: Answer; cells: Uint32Array }>;
  /** Loads the engine before the first question. */
  warm(): void;
  /** Ends whatever is worked on or waits; the promises are rejected with an AbortError, or with `reason`. */
  cancel(reason?: unknown): void;
  /** Ends the worker for good. */
  close(): void;
}

/** The Bouton of the three functions below, made when it is first needed. */
export function usualBouton(): Bouton;
export const game: Bouton["game"];
export const games: Bouton["games"];
export const survey: Bouton["survey"];
export const version: string;
