// Coins on a strip of squares: choose a coin, then where it goes.
import { h } from "../dom";
import { say } from "../words";
import { choosable, classesOf, numbersOf, openMoves, signOf, targetOf, type BoardRequest, type Listed } from "./board";

/** What is on the strip before a move and not after it, and the other way round. */
function change(from: number[], to: number[]): { gone: number[]; come: number[] } {
  const rest = [...to];
  const gone = from.filter((square) => {
    const at = rest.indexOf(square);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return { gone, come: rest };
}

export function coinsBoard(request: BoardRequest): HTMLElement {
  const from = numbersOf(request.place);
  const before = (request.before ?? []).map(Number);
  const length = Math.min(Math.max(...from, ...before, 7) + 2, 200);
  const strip = h("div", { class: "strip" });
  const board = h("div", { class: "board" }, strip);
  const steps = request.moves.flatMap((listed) => {
    const to = targetOf(listed);
    const { gone, come } = to ? change(from, to) : { gone: [], come: [] };
    return gone.length === 1 && come.length === 1 ? [{ listed, coin: gone[0] ?? 0, square: come[0] ?? 0 }] : [];
  });
  const draw = (chosen: number | null): void => {
    strip.replaceChildren(
      ...Array.from({ length }, (_, square) => {
        const cell = h("span", { class: "cell" }, h("small", {}, String(square)));
        const here = steps.filter((step) => step.square === square && step.coin === chosen).map((step) => step.listed);
        if (from.includes(square)) cell.append(coin(square, chosen));
        if (here.length > 0) {
          cell.classList.add(...classesOf(request, here).split(" ").filter(Boolean));
          cell.append(h("i", {}, signOf(request, here)));
          choosable(cell, request, here, say("board.to_square", { square }));
        }
        return cell;
      }),
    );
  };
  const coin = (square: number, chosen: number | null): HTMLElement => {
    const moves: Listed[] = steps.filter((step) => step.coin === square).map((step) => step.listed);
    const hinted = moves.some(({ index }) => request.hints.includes(index)) ? " hinted" : "";
    const piece = h("button", {
      type: "button",
      class: `coin${square === chosen ? " chosen" : ""}${hinted}${request.fresh && !before.includes(square) ? " changed" : ""}`,
      "aria-label": say("board.coin", { square }),
      disabled: openMoves(request, moves).length === 0,
      click: () => draw(square === chosen ? null : square),
    });
    return piece;
  };
  draw(null);
  return board;
}
