// The engine's answers, as bindings/web/verbs/verbs.h describes them.

export interface GameDescription {
  name: string;
  text?: string;
  settings: Record<string, string>;
  play?: string;
}

export interface Component {
  game: GameDescription;
  position?: string;
  /** Whether the player to move must move here. */
  obliged?: boolean;
}

/** The ways of playing several games at once. */
export const WAYS = [
  "disjunctive",
  "diminished-disjunctive",
  "conjunctive",
  "continued-conjunctive",
  "selective",
  "shortened-selective",
  "ordinal",
  "sequential",
] as const;
export type Way = (typeof WAYS)[number];

/** Positions as the engine is asked about them: a disjunctive sum, or another compound. */
export type Asked = Component[] | { way: Way; components: Component[] };

/** Of one component every way is the game itself. */
export function asked(way: Way, components: Component[]): Asked {
  return way === "disjunctive" || components.length < 2 ? components : { way, components };
}

export interface Axis {
  name: string;
  min: number | null;
  max: number | null;
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
  states: string;
}

/** Positions that are neither numbers nor cells, but a value of the rule language. */
export interface AnyValue {
  value: true;
}

export interface GameCard {
  name: string;
  title: string;
  text: string;
  source: string;
  position: Axis[] | Piles | Cells | AnyValue;
  play: "normal" | "misere" | "function";
  /** Up to how many options are forbidden before each move; left out where none. */
  blocking?: number;
  start: number | null;
  params: { name: string; value: unknown; doc: string }[];
  example: (number | string)[] | null;
  /** The positions of an example that is a sum. */
  example_sum?: (number | string)[][];
  players: string[];
}

export type OutcomeName = "P" | "N" | "draw";

export interface Value {
  outcome: OutcomeName;
  grundy: number | string | { infinity: number[] } | null;
  remoteness: number | null;
}

export interface Place {
  game: number;
  position: string;
  coordinates: (number | string)[];
  shown: string;
  /** How the cells lie, where that is part of the position. */
  cells?: Cells;
  /** Whether the player to move must move here. */
  obliged?: boolean;
}

/** What a move of a compound does in one of its components. */
export interface Part {
  component: number;
  label: string;
  to: Place;
}

export interface Move extends Partial<Value> {
  component: number;
  label: string;
  /** Of a move after which the same player moves again, or the other must answer in the same component. */
  kind?: "again" | "entail";
  to: Place[];
  /** Of a move of a compound, in one component or in several; "to" is the whole compound then. */
  parts?: Part[];
}

export interface Moves {
  sum: Place[];
  /** All that there are, whatever is forbidden; none where they are too many to be listed. */
  moves: Move[];
  count: number | string;
  /** Up to how many of them may be forbidden before one is made; left out where none. */
  may_forbid?: number;
  over: boolean;
  result: OutcomeName | null;
  value?: Value;
}

export interface TableAnswer {
  value: ValueKind;
  low: number[];
  high: number[];
  names: string[];
  most: number;
}

export interface Period {
  preperiod: number;
  period: number;
  saltus: number;
  proved: boolean;
  theorem: string | null;
  checked_to: number;
}

export interface SequenceAnswer {
  value: ValueKind;
  low: number;
  most: number;
  period: Period | null;
}

export interface GraphAnswer {
  nodes: ({ id: number; text: string } & Value)[];
  edges: { from: number; to: number; label: string | null }[];
}

export interface Colours {
  P: number;
  N: number;
  draw: number;
  infinite: number;
  nothing: number;
  sequential: number[];
  shadesP: number[];
  shadesN: number[];
}

export type ValueKind = "grundy" | "outcome" | "remoteness";

/** The cell of a position that is not valid, and of one without a finite value. */
export const NO_POSITION = 0xffffffff;
export const NOT_FINITE = 0xfffffffe;

export function isPiles(position: GameCard["position"]): position is Piles {
  return "piles" in position;
}
export function isCells(position: GameCard["position"]): position is Cells {
  return "cells" in position;
}
export function isAnyValue(position: GameCard["position"]): position is AnyValue {
  return "value" in position;
}
