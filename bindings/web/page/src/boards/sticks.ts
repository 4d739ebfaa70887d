// One heap and what the last move allows: sticks, of which the last ones can be taken; and a pile whose lost sizes
// are marked.
import { h } from "../dom";
import type { SequenceAnswer } from "../engine/types";
import { say } from "../words";
import { choosable, classesOf, numbersOf, signOf, targetOf, type BoardRequest, type Listed } from "./board";
import { badges, dragging, ghosts, nameOf } from "./heaps";

const MOST = 200;

/** The moves that leave so many, whatever else they set. */
function leaving(request: BoardRequest, left: number): Listed[] {
  return request.moves.filter((listed) => targetOf(listed)?.[0] === left);
}

function row(request: BoardRequest, kind: string): HTMLElement {
  const [count = 0] = numbersOf(request.place);
  const sticks = Array.from({ length: Math.min(count, MOST) }, (_, k) => {
    const moves = leaving(request, k);
    const stick = h("span", { class: `${kind} ${classesOf(request, moves)}`, "data-left": k }, signOf(request, moves));
    choosable(stick, request, moves, say("board.take_plain", { n: count - k, left: k }));
    return stick;
  });
  const element = h("span", { class: "counters" }, ...sticks, ...(count < MOST ? ghosts(request, 0, kind) : []));
  dragging(request, element, sticks, (k) => leaving(request, k));
  return element;
}

/** How many the last move took, where that is known. */
function lastTaken({ before, place }: BoardRequest): HTMLElement | null {
  const taken = before ? Number(before[0]) - (numbersOf(place)[0] ?? 0) : 0;
  if (taken <= 0) return null;
  const gone = Array.from({ length: Math.min(taken, 40) }, () => h("span", { class: "stick gone" }));
  return h(
    "div",
    { class: "taken" },
    h("span", { class: "size" }, say("board.taken", { n: taken })),
    h("span", { class: "counters" }, ...gone),
  );
}

export function sticksBoard(request: BoardRequest): HTMLElement {
  const [count = 0] = numbersOf(request.place);
  return h(
    "div",
    { class: "board sticks" },
    h("span", { class: "size" }, `${nameOf(request, 0)} = ${count}`),
    row(request, "stick"),
    lastTaken(request),
    badges(request, [true]),
  );
}

/** Marks the sizes at which whoever starts loses: the engine's sequence of started heaps. */
async function markLostSizes(request: BoardRequest, board: HTMLElement): Promise<void> {
  const [count = 0] = numbersOf(request.place);
  const component = request.page.state.game;
  try {
    const { answer, cells } = await request.page.slow.ask<SequenceAnswer>("sequence", {
      game: component,
      last: Math.min(count, MOST),
      value: "outcome",
    });
    board.querySelectorAll<HTMLElement>("[data-left]").forEach((stick) => {
      const size = Number(stick.dataset["left"]) + 1;
      if (cells[size - answer.low] !== 0) return;
      stick.classList.add("marked");
      stick.title = say("board.lost", { n: size });
    });
  } catch {
    // A game without such a sequence has no marks.
  }
}

export function pileBoard(request: BoardRequest): HTMLElement {
  const board = sticksBoard(request);
  board.classList.add("pile");
  if (request.card.name === request.page.card?.name) void markLostSizes(request, board);
  return board;
}
