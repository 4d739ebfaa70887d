// What every board is: a picture of one component, on which a person points at the moves that the engine lists. A
// board knows what a position looks like and which of the moves a gesture means; which moves there are it is always
// told.
import type { GameCard, Move, Part, Place } from "../engine/types";
import type { Page } from "../page";
import { outcomeForOpponent, signOfMove } from "../values";
import { say } from "../words";

/** A move by its place among all moves of the sum. */
export interface Listed {
  index: number;
  move: Move;
}

export interface BoardRequest {
  page: Page;
  card: GameCard;
  place: Place;
  moves: Listed[];
  /** Whether the person may move now. */
  active: boolean;
  /** Whether the moves say what they are worth. */
  valued: boolean;
  /** The moves that a hint points at, by their places among all moves. */
  hints: number[];
  /** The moves that are chosen, where a move is put together of several. */
  picked: number[];
  /** The moves that are crossed out: forbidden, or about to be. */
  crossed: number[];
  /** Whether the person does not move, but forbids moves: those that are crossed out can be chosen, too. */
  forbids: boolean;
  /** What the component was before the last move, if it was this one that changed. */
  before: (number | string)[] | null;
  /** Whether the last move has just been made, and is shown as it happens. */
  fresh: boolean;
  choose(moves: Listed[]): void;
}

export type Board = (request: BoardRequest) => HTMLElement | SVGElement;

export function numbersOf(place: Place): number[] {
  return place.coordinates.map(Number);
}

/** The coordinates that a move leads to, where it leads to one position. */
export function targetOf({ move }: Listed): number[] | null {
  const [only, ...others] = move.to;
  return only && others.length === 0 ? numbersOf(only) : null;
}

/** Those of the moves that can be chosen now. */
export function openMoves({ active, forbids, crossed }: BoardRequest, moves: Listed[]): Listed[] {
  if (!active) return [];
  return forbids ? moves : moves.filter(({ index }) => !crossed.includes(index));
}

/** Whether all of the moves, of which there are some, are crossed out. */
export function isCrossed({ crossed }: BoardRequest, moves: Listed[]): boolean {
  return crossed.length > 0 && moves.length > 0 && moves.every(({ index }) => crossed.includes(index));
}

/**
 * The classes of what stands for some moves: whether they can be chosen, are chosen, or crossed out, what they are worth, whether the
 * hint is among them.
 */
export function classesOf(request: BoardRequest, moves: Listed[]): string {
  const classes = [];
  if (openMoves(request, moves).length > 0) classes.push("target");
  if (isCrossed(request, moves)) classes.push("crossed");
  if (moves.some(({ index }) => request.picked.includes(index))) classes.push("picked");
  if (request.valued && moves.length > 0) classes.push(moves.some(({ move }) => outcomeForOpponent(move) === "P") ? "good" : "bad");
  if (moves.some(({ index }) => request.hints.includes(index))) classes.push("hinted");
  return classes.join(" ");
}

/** ✓ or ✗ where the moves say what they are worth. */
export function signOf(request: BoardRequest, moves: Listed[]): string {
  if (!request.valued || moves.length === 0 || isCrossed(request, moves)) return "";
  const best =
    moves.find(({ move }) => outcomeForOpponent(move) === "P") ??
    moves.find(({ move }) => move.outcome === "draw") ??
    moves[0];
  return signOfMove(best && outcomeForOpponent(best.move));
}

/** Makes an element choose among `moves` by mouse and keyboard. */
export function choosable(element: Element, request: BoardRequest, moves: Listed[], label: string): void {
  if (openMoves(request, moves).length === 0) return;
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
  const pressed = pressedOf(request, moves);
  if (pressed !== null) element.setAttribute("aria-pressed", String(pressed));
  element.addEventListener("click", () => request.choose(moves));
  element.addEventListener("keydown", (event) => {
    const key = (event as KeyboardEvent).key;
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    request.choose(moves);
  });
}

/** Whether what stands for these moves is chosen; null where to choose is to move. */
export function pressedOf(request: BoardRequest, moves: Listed[]): boolean | null {
  if (request.forbids) return isCrossed(request, moves);
  return request.picked.length > 0 ? moves.some(({ index }) => request.picked.includes(index)) : null;
}

/** A component as it is before a move, for people. */
export interface Told {
  name: string;
  /** What a move to these places is in the words of its board; null where it has none. */
  words(to: Place[]): string | null;
}

/** A move to these places in words. */
export function textOf(label: string, places: Place[], told: Told | undefined): string {
  const name = label.replaceAll("_", " ");
  const words = told?.words(places) ?? null;
  if (words !== null) return name ? say("move.labelled", { label: name, move: words }) : words;
  const to = places.map((place) => place.shown.replaceAll("\n", " / ")).join(" + ") || say("move.nothing");
  return name ? say("move.named", { label: name, to }) : say("move.to", { to });
}

/** What a move of a compound does in one component, in words. `from` are all components. */
export function partText({ component, label, to }: Part, from: Told[]): string {
  const told = from[component];
  return say("move.in", { where: told?.name ?? "", move: textOf(label, [to], told) });
}

/** A move in words; where there are several components, `from`, with the one that it is made in. */
export function moveText({ component, label, to, parts }: Move, from: Told[]): string {
  if (parts) return parts.map((part) => partText(part, from)).join("; ");
  const told = from[component];
  const text = textOf(label, to, told);
  return from.length > 1 ? say("move.in", { where: told?.name ?? "", move: text }) : text;
}

/** Whether the person wants no movement on the screen. */
export function wantsRest(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
