// Squares of a board, vertices or edges of a graph, each in a state. A cell is pointed at that a move changes; where
// several moves change it, one cell after the other says which.
import { h, s } from "../dom";
import { isCells, type Cells } from "../engine/types";
import { laidOut, type Point } from "./layout";
import { choosable, classesOf, numbersOf, signOf, targetOf, type BoardRequest, type Listed } from "./board";

/** A move with the cells that it changes. */
interface Change {
  listed: Listed;
  cells: number[];
}

function changes(request: BoardRequest): Change[] {
  const from = numbersOf(request.place);
  return request.moves.flatMap((listed) => {
    const parts = listed.move.to.map(numbersOf);
    // After a split each part is the whole board with the cells of the other parts in some other state.
    const cells = from.flatMap((state, cell) => (parts.every((to) => to[cell] !== state) ? [cell] : []));
    return targetOf(listed) || parts.length > 0 ? [{ listed, cells }] : [];
  });
}

/** Draws the cells again after each one that was chosen, until one move is meant. */
function chooser(request: BoardRequest, draw: (chosen: number[], movesAt: (cell: number) => Listed[]) => void): void {
  const all = changes(request);
  const show = (chosen: number[]): void => {
    const left = all.filter(({ cells }) => chosen.every((cell) => cells.includes(cell)));
    draw(chosen, (cell) => left.filter(({ cells }) => cells.includes(cell)).map(({ listed }) => listed));
  };
  const original = request.choose.bind(request);
  const pick = (cell: number, chosen: number[], moves: Listed[]): void => {
    if (chosen.includes(cell)) show([]);
    else if (moves.length > 1 && chosen.length < 3) show([...chosen, cell]);
    else original(moves);
  };
  picks.set(request, pick);
  show([]);
}

const picks = new WeakMap<BoardRequest, (cell: number, chosen: number[], moves: Listed[]) => void>();

function cellRequest(request: BoardRequest, cell: number, chosen: number[]): BoardRequest {
  return { ...request, choose: (moves) => picks.get(request)?.(cell, chosen, moves) };
}

function squares(request: BoardRequest, shape: Cells): HTMLElement {
  const rows = shape.rows ?? 1;
  const columns = shape.columns ?? shape.count;
  const grid = h("div", {
    class: "grid",
    role: "group",
    "aria-label": `a board of ${rows} rows and ${columns} columns`,
  });
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(1.6rem, 3.4rem))`;
  const from = numbersOf(request.place);
  chooser(request, (chosen, movesAt) => {
    grid.replaceChildren(
      ...from.map((state, cell) => {
        const moves = movesAt(cell);
        const picked = chosen.includes(cell) ? "picked" : "";
        const square = h(
          "span",
          { class: `cell state${state} ${picked} ${classesOf(request, moves)}` },
          state === 0 ? signOf(request, moves) : (shape.states[state] ?? ""),
        );
        const name = `row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
        choosable(square, cellRequest(request, cell, chosen), moves, name);
        return square;
      }),
    );
  });
  return h("div", { class: "board" }, grid);
}

function graphPicture(request: BoardRequest, shape: Cells): HTMLElement {
  const count = shape.vertices ?? 0;
  const edges = (shape.edges ?? []).map(([first, second]): [number, number] => [first - 1, second - 1]);
  const points = laidOut(count, edges);
  const at = (vertex: number): Point => {
    const { x, y } = points[vertex] ?? { x: 0, y: 0 };
    return { x: 160 + 260 * x, y: 160 + 260 * y };
  };
  const picture = s("svg", { viewBox: "0 0 320 320", class: "vertices", role: "group", "aria-label": "a graph" });
  const from = numbersOf(request.place);
  const edgesAreCells = shape.cells === "edges";
  chooser(request, (chosen, movesAt) => {
    picture.replaceChildren();
    shape.edges?.forEach(([first, second], number) => {
      const a = at(first - 1);
      const b = at(second - 1);
      const moves = edgesAreCells ? movesAt(number) : [];
      const state = edgesAreCells ? `state${from[number]} ${classesOf(request, moves)}` : "";
      const line = s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `edge ${state}` });
      choosable(line, cellRequest(request, number, chosen), moves, `edge ${first} to ${second}`);
      picture.append(line);
    });
    for (let vertex = 0; vertex < count; vertex++) {
      const { x, y } = at(vertex);
      const moves = edgesAreCells ? [] : movesAt(vertex);
      const state = edgesAreCells ? "plain" : `state${from[vertex]} ${classesOf(request, moves)}`;
      const text = edgesAreCells
        ? String(vertex + 1)
        : signOf(request, moves) || (shape.states[from[vertex] ?? 0] ?? "");
      const group = s(
        "g",
        { class: `vertex ${state} ${chosen.includes(vertex) ? "picked" : ""}` },
        s("circle", { cx: x, cy: y, r: edgesAreCells ? 10 : 16 }),
        s("text", { x, y: y + 5, "text-anchor": "middle" }, text),
      );
      choosable(group, cellRequest(request, vertex, chosen), moves, `vertex ${vertex + 1}`);
      picture.append(group);
    }
  });
  return h("div", { class: "board" }, picture);
}

export function cellsBoard(request: BoardRequest): HTMLElement {
  const shape = request.place.cells ?? request.card.position;
  if (!isCells(shape)) return h("div", {});
  return shape.cells === "squares" ? squares(request, shape) : graphPicture(request, shape);
}
