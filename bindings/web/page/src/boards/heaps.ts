// Heaps of counters: a row for each number. A counter that is pointed at goes, with those after it.
import { h } from "../dom";
import { isPiles, type Axis, type Place } from "../engine/types";
import { say } from "../words";
import { choosable, classesOf, numbersOf, signOf, targetOf, wantsRest, type BoardRequest, type Listed } from "./board";

const MOST = 120;

/** A position on a board. */
type Shown = Pick<BoardRequest, "card" | "place">;

/** The coordinates that are heaps: those that have no names for their values and are not worked out by the start. */
export function heapsOf({ card, place }: Shown): boolean[] {
  const position = card.position;
  const axes: Axis[] = Array.isArray(position) ? position : [];
  const given = card.start !== null && card.start > 0 ? card.start : place.coordinates.length;
  return place.coordinates.map((_, i) => (isPiles(position) ? true : i < given && !axes[i]?.values));
}

export function nameOf({ card }: Shown, i: number): string {
  const position = card.position;
  if (isPiles(position)) return `${position.piles.name}${i + 1}`;
  return Array.isArray(position) ? (position[i]?.name ?? "") : "";
}

/** A move as what it takes from a heap and leaves there; null where it does anything else. A heap of a list that ends is gone from it. */
export function pileWords(shown: Shown, to: Place[]): string | null {
  const [place, ...others] = to;
  if (!place || others.length > 0) return null;
  const from = numbersOf(shown.place);
  const heaps = heapsOf(shown);
  let after = numbersOf(place);
  if (after.length === from.length - 1) {
    const gone = from.findIndex((_, i) => from.toSpliced(i, 1).every((value, j) => value === after[j]));
    if (gone < 0) return null;
    after = after.toSpliced(gone, 0, 0);
  }
  if (after.length !== from.length) return null;
  const changed = [...from.keys()].filter((i) => after[i] !== from[i]);
  const [i = -1, ...more] = changed;
  const [n, left] = [(from[i] ?? 0) - (after[i] ?? 0), after[i] ?? 0];
  if (more.length > 0 || !heaps[i] || n <= 0) return null;
  return from.length === 1 ? say("board.take_plain", { n, left }) : say("board.take", { n, heap: nameOf(shown, i), left });
}

/** Moves that leave so many in heap `i`, and all other heaps as they are. */
export function movesThatLeave(request: BoardRequest, i: number, left: number): Listed[] {
  const from = numbersOf(request.place);
  const heaps = heapsOf(request);
  return request.moves.filter((listed) => {
    const to = targetOf(listed);
    if (!to) return false;
    if (to.length === from.length - 1 && left === 0) return from.toSpliced(i, 1).every((value, j) => value === to[j]);
    return (
      to.length === from.length && to.every((value, j) => (j === i ? value === left : !heaps[j] || value === from[j]))
    );
  });
}

/** How far a counter is dragged, in pixels, until it is taken; and until it is no longer a click. */
const TAKEN = 36;
const DRAGGED = 5;

/** Counters can be dragged away: those behind the one that is held come along. `movesAt(k)` are the moves that leave k. */
export function dragging(request: BoardRequest, row: HTMLElement, counters: HTMLElement[], movesAt: (k: number) => Listed[]): void {
  if (!request.active) return;
  let held = -1;
  let from = { x: 0, y: 0 };
  let far = 0;
  const place = (x: number, y: number): void => {
    for (const counter of counters.slice(held)) {
      counter.style.transform = x === 0 && y === 0 ? "" : `translate(${x}px, ${y}px)`;
      counter.classList.toggle("dragged", far >= DRAGGED);
    }
    row.classList.toggle("taking", far >= TAKEN);
  };
  const letGo = (): void => {
    far = 0;
    if (held >= 0) place(0, 0);
    held = -1;
  };
  row.addEventListener("pointerdown", (event) => {
    const k = counters.findIndex((counter) => counter === event.target);
    if (event.button !== 0 || k < 0 || movesAt(k).length === 0) return;
    held = k;
    from = { x: event.clientX, y: event.clientY };
    far = 0;
    counters[k]?.setPointerCapture(event.pointerId);
  });
  row.addEventListener("pointermove", (event) => {
    if (held < 0) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    far = Math.max(far >= DRAGGED ? DRAGGED : 0, Math.hypot(x, y));
    if (far >= DRAGGED) place(x, y);
  });
  // After a drag there is a click, which is none.
  let swallow = false;
  row.addEventListener("pointerup", () => {
    const taken = held >= 0 && far >= TAKEN ? movesAt(held) : [];
    swallow = far >= DRAGGED;
    letGo();
    if (taken.length > 0) request.choose(taken);
  });
  row.addEventListener("pointercancel", letGo);
  row.addEventListener(
    "click",
    (event) => {
      if (swallow) event.stopPropagation();
      swallow = false;
    },
    { capture: true },
  );
}

/** What the last move has just taken from heap `i`, as it goes. */
export function ghosts({ before, place, fresh }: BoardRequest, i: number, kind: string): HTMLElement[] {
  const now = numbersOf(place);
  if (!fresh || !before || before.length !== now.length || wantsRest()) return [];
  const taken = Math.min(Math.max(Number(before[i]) - (now[i] ?? 0), 0), 40);
  return Array.from({ length: taken }, () => {
    const ghost = h("span", { class: `${kind} going`, "aria-hidden": "true" });
    ghost.addEventListener("animationend", () => ghost.remove());
    return ghost;
  });
}

function counters(request: BoardRequest, i: number, count: number, kind: string): HTMLElement {
  const all = Array.from({ length: Math.min(count, MOST) }, (_, k) => {
    const moves = movesThatLeave(request, i, k);
    const counter = h("span", { class: `counter ${classesOf(request, moves)}` }, signOf(request, moves));
    const heap = nameOf(request, i) || say("board.the_heap");
    choosable(counter, request, moves, say("board.take", { n: count - k, heap, left: k }));
    return counter;
  });
  const row = h("span", { class: kind, title: request.active ? say("board.drag") : undefined }, ...all, ...(count < MOST ? ghosts(request, i, "counter") : []));
  dragging(request, row, all, (k) => movesThatLeave(request, i, k));
  return row;
}

/** Names and values of what is not a heap. */
export function badges(request: BoardRequest, heaps: boolean[]): HTMLElement {
  const axes: Axis[] = Array.isArray(request.card.position) ? request.card.position : [];
  const shown = numbersOf(request.place).flatMap((value, i) => {
    if (heaps[i]) return [];
    const text = axes[i]?.values?.[value - (axes[i]?.min ?? 0)] ?? String(value);
    return [h("span", { class: "badge" }, h("b", {}, nameOf(request, i)), ` ${text}`)];
  });
  return h("div", { class: "bank" }, ...shown);
}

export function heapsBoard(request: BoardRequest): HTMLElement {
  const heaps = heapsOf(request);
  const rows = numbersOf(request.place).flatMap((count, i) =>
    heaps[i]
      ? [
          h(
            "div",
            { class: "heap", role: "group", "aria-label": `${nameOf(request, i)}: ${count}` },
            h("span", { class: "size" }, `${nameOf(request, i)} = ${count}`),
            counters(request, i, count, "counters"),
          ),
        ]
      : [],
  );
  return h("div", { class: "board heaps" }, ...rows, badges(request, heaps));
}

/** The same as columns that stand side by side, as on stairs. */
export function staircaseBoard(request: BoardRequest): HTMLElement {
  const columns = numbersOf(request.place).map((count, i) =>
    h(
      "div",
      { class: "column", role: "group", "aria-label": `${nameOf(request, i)}: ${count}` },
      counters(request, i, count, "stack"),
      h("span", { class: "size" }, String(count)),
    ),
  );
  return h("div", { class: "board staircase" }, ...columns);
}
