// What every board is: a picture of one component, on which a person points at the moves that the engine lists. A
// board knows what a position looks like and which of the moves a gesture means; which moves there are it is always
// told.
import type { GameCard, Move, Place } from "../engine/types";
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
  /** The move that a hint points at, by its place among all moves; -1 for none. */
  hint: number;
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

/**
 * The classes of what stands for some moves: whether they can be chosen, what they are worth, whether the hint is
 * among them.
 */
export function classesOf(request: BoardRequest, moves: Listed[]): string {
  const classes = [];
  if (moves.length > 0 && request.active) classes.push("target");
  if (request.valued && moves.length > 0) classes.push(moves.some(({ move }) => outcomeForOpponent(move) === "P") ? "good" : "bad");
  if (moves.some(({ index }) => index === request.hint)) classes.push("hinted");
  return classes.join(" ");
}

/** ✓ or ✗ where the moves say what they are worth. */
export function signOf(request: BoardRequest, moves: Listed[]): string {
  if (!request.valued || moves.length === 0) return "";
  const best =
    moves.find(({ move }) => outcomeForOpponent(move) === "P") ??
    moves.find(({ move }) => move.outcome === "draw") ??
    moves[0];
  return signOfMove(best && outcomeForOpponent(best.move));
}

/** Makes an element choose among `moves` by mouse and keyboard. */
export function choosable(element: Element, request: BoardRequest, moves: Listed[], label: string): void {
  if (moves.length === 0 || !request.active) return;
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
  element.addEventListener("click", () => request.choose(moves));
  element.addEventListener("keydown", (event) => {
    const key = (event as KeyboardEvent).key;
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    request.choose(moves);
  });
}

/** A move in words. */
export function moveText(move: Move): string {
  const to = move.to.map((place) => place.shown.replaceAll("\n", " / ")).join(" + ") || say("move.nothing");
  return move.label ? say("move.named", { label: move.label.replaceAll("_", " "), to }) : say("move.to", { to });
}

/** Whether the person wants no movement on the screen. */
export function wantsRest(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
