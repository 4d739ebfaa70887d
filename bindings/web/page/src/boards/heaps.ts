// Heaps of counters: a row for each number. A counter that is pointed at goes, with those after it.
import { h } from "../dom";
import { isPiles, type Axis } from "../engine/types";
import { choosable, classesOf, numbersOf, signOf, targetOf, type BoardRequest, type Listed } from "./board";

const MOST = 120;

/** The coordinates that are heaps: those that have no names for their values and are not worked out by the start. */
export function heapsOf({ card, place }: BoardRequest): boolean[] {
  const position = card.position;
  const axes: Axis[] = Array.isArray(position) ? position : [];
  const given = card.start !== null && card.start > 0 ? card.start : place.coordinates.length;
  return place.coordinates.map((_, i) => (isPiles(position) ? true : i < given && !axes[i]?.values));
}

export function nameOf({ card }: BoardRequest, i: number): string {
  const position = card.position;
  if (isPiles(position)) return `${position.piles.name}${i + 1}`;
  return Array.isArray(position) ? (position[i]?.name ?? "") : "";
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

function counters(request: BoardRequest, i: number, count: number): HTMLElement[] {
  return Array.from({ length: Math.min(count, MOST) }, (_, k) => {
    const moves = movesThatLeave(request, i, k);
    const counter = h("span", { class: `counter ${classesOf(request, moves)}` }, signOf(request, moves));
    choosable(counter, request, moves, `take ${count - k} from ${nameOf(request, i) || "the heap"}, leave ${k}`);
    return counter;
  });
}

/** Names and values of what is no heap. */
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
            h("span", { class: "counters" }, ...counters(request, i, count)),
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
      h("span", { class: "stack" }, ...counters(request, i, count)),
      h("span", { class: "size" }, String(count)),
    ),
  );
  return h("div", { class: "board staircase" }, ...columns);
}
