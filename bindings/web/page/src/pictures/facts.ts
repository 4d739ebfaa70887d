// What the small picture of a game shows, asked of the engine: of Bouton's own games when the page is built, of the person's own when
// the list of games is opened.
import {
  isAnyValue,
  isCells,
  isPiles,
  NO_POSITION,
  NOT_FINITE,
  type Axis,
  type Component,
  type GameCard,
  type GameDescription,
  type Moves,
  type Place,
  type SequenceAnswer,
  type TableAnswer,
} from "../engine/types";
import type { Kind } from "../kinds";

/** Values are letters: the digits of 36, the last for all that are larger, and a point where there is no position. */
export type Facts =
  | { form: "map"; width: number; height: number; values: string }
  | { form: "row"; values: string }
  | { form: "heaps"; heaps: number[] }
  | { form: "grid"; columns: number; states: number[]; names: string }
  | { form: "graph"; count: number; edges: [number, number][]; cells: "vertices" | "edges"; states: number[]; names: string }
  | { form: "text"; text: string };

/** Asks the engine, as Bouton.ask of the npm package. */
export type Ask = (verb: string, request: object) => Promise<{ answer: unknown; cells: Uint32Array }>;

/** How many values a map has a side, and a row. */
const SIDE = 22;
const LENGTH = 34;
/** Of texts and heaps more has no room. */
const MOST = 60;

function letter(value: number, isOutcome: boolean): string {
  if (value === NO_POSITION) return ".";
  if (isOutcome) return value === 0 ? "0" : "1";
  return value === NOT_FINITE ? "z" : Math.min(value, 35).toString(36);
}

async function mapOf(ask: Ask, game: GameDescription, axes: Axis[]): Promise<Facts> {
  const low = axes.map(({ min }) => min ?? 0);
  const high = axes.map(({ max }, i) => (i < 2 ? Math.min((low[i] ?? 0) + SIDE - 1, max ?? Infinity) : (low[i] ?? 0)));
  const { answer, cells } = await ask("table", { game, low, high });
  const isOutcome = (answer as TableAnswer).value === "outcome";
  const [width, height] = [0, 1].map((i) => (high[i] ?? 0) - (low[i] ?? 0) + 1) as [number, number];
  // The first coordinate runs across, the second upwards; rows are listed from above.
  let values = "";
  for (let y = height - 1; y >= 0; y--) for (let x = 0; x < width; x++) values += letter(cells[x * height + y] ?? NO_POSITION, isOutcome);
  return { form: "map", width, height, values };
}

async function rowOf(ask: Ask, game: GameDescription): Promise<Facts> {
  const { answer, cells } = await ask("sequence", { game, last: LENGTH });
  const isOutcome = (answer as SequenceAnswer).value === "outcome";
  return { form: "row", values: [...cells].map((cell) => letter(cell, isOutcome)).join("") };
}

async function placesOf(ask: Ask, sum: Component[]): Promise<Place[]> {
  return ((await ask("moves", { sum })).answer as Moves).sum;
}

/** A position after some moves by chance, where they lead to one position each: a board on which nothing lies says little. */
async function playedOn(ask: Ask, game: GameDescription, place: Place, moves: number): Promise<Place> {
  let now = place;
  for (let seed = 1; seed <= moves; seed++) {
    const sum = [{ game, position: now.position }];
    const { moves } = (await ask("moves", { sum })).answer as Moves;
    if (moves.length === 0) break;
    const { index } = (await ask("choose", { sum, player: "random", seed })).answer as { index: number };
    const [next, ...more] = moves[index]?.to ?? [];
    if (!next || more.length > 0) break;
    now = next;
  }
  return now;
}

/** The position that the game gives as its example; of a board that is empty there, one after three moves. */
async function exampleOf(ask: Ask, game: GameDescription, card: GameCard): Promise<Facts> {
  const heaps = card.example_sum?.map((heap) => heap.join(","));
  const places = await placesOf(ask, heaps ? heaps.map((position) => ({ game, position })) : [{ game }]);
  if (!places[0]) throw new Error("there is no example");
  const cells = places[0].cells ?? card.position;
  const isEmpty = isCells(cells) && cells.states.startsWith(".") && places[0].coordinates.every((state) => state === 0);
  const place = isEmpty ? await playedOn(ask, game, places[0], 3) : places[0];
  const shape = place.cells ?? card.position;
  const states = place.coordinates.map(Number);
  if (isCells(shape)) {
    if (shape.cells === "squares") return { form: "grid", columns: shape.columns ?? shape.count, states, names: shape.states };
    return { form: "graph", count: shape.vertices ?? 0, edges: shape.edges ?? [], cells: shape.cells, states, names: shape.states };
  }
  if (isAnyValue(card.position) || card.start === 1 || typeof place.coordinates[0] === "string") return { form: "text", text: place.shown.slice(0, MOST) };
  return { form: "heaps", heaps: places.flatMap(({ coordinates }) => coordinates.map(Number)).slice(0, 8) };
}

/** What there is to see of a game; a text where nothing else can be asked. */
export async function factsOf(ask: Ask, game: GameDescription, kind: Kind): Promise<Facts> {
  const card = (await ask("game", { game })).answer as GameCard;
  const { position } = card;
  const axes = Array.isArray(position) ? position : [];
  const isMap = (kind === "numbers" || kind === "coins") && axes.length > 1;
  const isRow = axes.length === 1 && (kind === "coins" || (kind === "heap" && !card.example_sum));
  for (const way of [
    ...(isMap ? [() => mapOf(ask, game, axes)] : []),
    ...(isRow ? [() => rowOf(ask, game)] : []),
    () => exampleOf(ask, game, card),
  ]) {
    try {
      return await way();
    } catch {
      // The next way.
    }
  }
  return { form: "text", text: isPiles(position) ? position.piles.name : card.name };
}
