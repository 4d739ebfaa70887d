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

export interface GameCard {
  name: string;
  title: string;
  text: string;
  source: string;
  position: Axis[] | Piles | Cells;
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

export interface Move extends Partial<Value> {
  component: number;
  label: string;
  /** Of a move after which the same player moves again, or the other must answer in the same component. */
  kind?: "again" | "entail";
  to: Place[];
}

export interface Moves {
  sum: Place[];
  moves: Move[];
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
