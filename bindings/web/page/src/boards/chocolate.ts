// A bar of chocolate. The square that is pointed at is eaten, and as few others as a move can.
import { h } from "../dom";
import { say } from "../words";
import { choosable, classesOf, numbersOf, signOf, targetOf, type BoardRequest, type Listed } from "./board";

/** The moves that eat a square and leave as much as any that do. */
function eating(request: BoardRequest, row: number, column: number): Listed[] {
  let best: Listed[] = [];
  let most = -1;
  for (const listed of request.moves) {
    const to = targetOf(listed);
    if (!to || (to[row] ?? 0) > column) continue;
    const left = to.reduce((sum, length) => sum + length, 0);
    if (left > most) best = [];
    if (left >= most) best.push(listed);
    most = Math.max(most, left);
  }
  return best;
}

export function chocolateBoard(request: BoardRequest): HTMLElement {
  const lengths = numbersOf(request.place);
  const rows = lengths.map((length, row) =>
    h(
      "div",
      { class: "bar" },
      ...Array.from({ length: Math.min(length, 60) }, (_, column) => {
        const moves = eating(request, row, column);
        const poisoned = row === 0 && column === 0 && moves.length === 0;
        const square = h(
          "span",
          { class: `piece ${poisoned ? "poisoned" : ""} ${classesOf(request, moves)}` },
          poisoned ? "☠" : signOf(request, moves),
        );
        choosable(square, request, moves, say("board.square", { row: row + 1, square: column + 1 }));
        return square;
      }),
    ),
  );
  return h("div", { class: "board chocolate" }, ...rows);
}
