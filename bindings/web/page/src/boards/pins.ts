// A row of pins. Press on one and draw to its neighbour to knock down several: what is left falls apart in two rows.
import { h } from "../dom";
import { say } from "../words";
import { choosable, classesOf, numbersOf, signOf, type BoardRequest, type Listed } from "./board";

const MOST = 80;

/** The moves that knock down the pins from `first` to `last` (from 0): they leave what stands before and behind. */
function knocking(request: BoardRequest, first: number, last: number): Listed[] {
  const [count = 0] = numbersOf(request.place);
  const wanted = [first, count - 1 - last].filter((size) => size > 0).sort((a, b) => a - b);
  return request.moves.filter(({ move }) => {
    const left = move.to
      .flatMap(numbersOf)
      .filter((size) => size > 0)
      .sort((a, b) => a - b);
    return left.length === wanted.length && left.every((size, i) => size === wanted[i]);
  });
}

export function pinsBoard(request: BoardRequest): HTMLElement {
  const [count = 0] = numbersOf(request.place);
  const row = h("span", { class: "counters pins" });
  let pressed = -1;
  const shown = Math.min(count, MOST);
  for (let i = 0; i < shown; i++) {
    const one = knocking(request, i, i);
    const pin = h("span", { class: `pin ${classesOf(request, one)}` }, signOf(request, one));
    choosable(pin, request, one, say("board.pin", { n: i + 1 }));
    pin.addEventListener("pointerdown", () => (pressed = i));
    pin.addEventListener("pointerup", () => {
      const moves = pressed >= 0 && pressed !== i ? knocking(request, Math.min(pressed, i), Math.max(pressed, i)) : [];
      pressed = -1;
      if (moves.length > 0 && request.active) request.choose(moves);
    });
    row.append(pin);
    const two = i + 1 < shown ? knocking(request, i, i + 1) : [];
    if (two.length === 0) continue;
    const gap = h("span", { class: `gap ${classesOf(request, two)}` }, signOf(request, two));
    choosable(gap, request, two, say("board.two_pins", { first: i + 1, second: i + 2 }));
    row.append(gap);
  }
  return h("div", { class: "board" }, h("span", { class: "size" }, say("board.count_pins", { n: count })), row);
}
