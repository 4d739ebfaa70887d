// Squares of a board, vertices or edges of a graph, each in a state. Whoever points at a cell sees the move that is meant there: of
// those that change the cell the smallest, and of equal ones that whose cells lie nearest, so that a domino lies across or down.
// From a cell to another that is dragged over, the move changes both. By keyboard one cell after the other is chosen.
import { h, s } from "../dom";
import { isCells, type Cells } from "../engine/types";
import { say } from "../words";
import { laidOut, type Point } from "./layout";
import { classesOf, isCrossed, numbersOf, openMoves, pressedOf, signOf, targetOf, type BoardRequest, type Listed } from "./board";

/** Moves that change the same cells. */
interface Group {
  cells: number[];
  moves: Listed[];
}

/** A cell as it is drawn. */
interface Drawn {
  element: Element;
  /** Where its sign stands; null where there is no room for one. */
  sign: Element | null;
  /** The letter of its state; empty where nothing is there. */
  letter: string;
  name: string;
  classes: string;
}

function groupsOf(request: BoardRequest): Group[] {
  const from = numbersOf(request.place);
  const groups = new Map<string, Group>();
  for (const listed of request.moves) {
    const parts = listed.move.to.map(numbersOf);
    if (!targetOf(listed) && parts.length === 0) continue;
    // After a split each part is the whole board with the cells of the other parts in some other state.
    const cells = from.flatMap((state, cell) => (parts.every((to) => to[cell] !== state) ? [cell] : []));
    const group = groups.get(cells.join()) ?? { cells, moves: [] };
    group.moves.push(listed);
    groups.set(cells.join(), group);
  }
  return [...groups.values()];
}

function centreOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** A board on which somebody points. */
class Pointing {
  private readonly groups: Group[];
  /** Those that can be chosen. */
  private readonly open: Group[];
  /** What was chosen by keyboard, cell by cell. */
  private chosen: number[] = [];
  private pressed = -1;

  constructor(
    private readonly request: BoardRequest,
    private readonly root: HTMLElement | SVGElement,
    private readonly cells: Drawn[],
  ) {
    const isMarked = request.valued || request.hints.length > 0 || request.crossed.length > 0;
    this.groups = request.active || isMarked ? groupsOf(request) : [];
    this.open = this.groups.filter(({ moves }) => openMoves(request, moves).length > 0);
    this.update();
    cells.forEach(({ element }, cell) => {
      element.setAttribute("data-cell", String(cell));
      element.addEventListener("keydown", (event) => this.key(event as KeyboardEvent, cell));
      // A click without a pointer comes from a screen reader.
      element.addEventListener("click", (event) => (event as MouseEvent).detail === 0 && this.pick(cell));
    });
    if (!request.active) return;
    root.addEventListener("pointermove", (event) => this.preview(this.meant(event as PointerEvent)));
    root.addEventListener("pointerdown", (event) => this.down(event as PointerEvent));
    root.addEventListener("pointerup", (event) => this.up(event as PointerEvent));
    for (const left of ["pointerleave", "pointercancel"]) root.addEventListener(left, () => this.clear());
  }

  private left(groups: Group[]): Group[] {
    return groups.filter(({ cells }) => this.chosen.every((cell) => cells.includes(cell)));
  }

  /** What can be chosen at each cell, and what it is worth. */
  private update(): void {
    const left = this.left(this.groups);
    this.cells.forEach(({ element, sign, letter, name, classes }, cell) => {
      const moves = left.filter(({ cells }) => cells.includes(cell)).flatMap((group) => group.moves);
      const picked = this.chosen.includes(cell) ? "picked" : "";
      element.setAttribute("class", `${classes} ${picked} ${classesOf(this.request, moves)}`);
      const cross = element instanceof SVGElement && isCrossed(this.request, moves) ? "✕" : "";
      if (sign) sign.textContent = cross || letter + signOf(this.request, moves);
      const can = openMoves(this.request, moves).length > 0;
      const pressed = can ? pressedOf(this.request, moves) : null;
      if (pressed === null) element.removeAttribute("aria-pressed");
      else element.setAttribute("aria-pressed", String(pressed));
      for (const [attribute, value] of [["tabindex", "0"], ["role", "button"], ["aria-label", name]] as const)
        if (can) element.setAttribute(attribute, value);
        else element.removeAttribute(attribute);
    });
  }

  private cellAt(event: PointerEvent): number {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return under && this.root.contains(under) ? Number(under.getAttribute("data-cell")) : -1;
  }

  /** The moves that are meant where somebody points; null where there are none. */
  private meant(event: PointerEvent): Group | null {
    const cell = this.cellAt(event);
    const wanted = this.pressed >= 0 ? [this.pressed, cell] : [cell];
    let best: Group | null = null;
    let least = [Infinity, Infinity];
    for (const group of this.open) {
      if (!wanted.every((one) => group.cells.includes(one))) continue;
      const centres = group.cells.flatMap((one) => (this.cells[one] ? [centreOf(this.cells[one].element)] : []));
      const x = centres.reduce((sum, point) => sum + point.x, 0) / centres.length;
      const y = centres.reduce((sum, point) => sum + point.y, 0) / centres.length;
      const here = [group.cells.length, Math.hypot(event.clientX - x, event.clientY - y)];
      if (here[0]! > least[0]! || (here[0] === least[0] && here[1]! >= least[1]!)) continue;
      best = group;
      least = here;
    }
    return best;
  }

  private preview(group: Group | null): void {
    this.cells.forEach(({ element }, cell) => element.classList.toggle("preview", group?.cells.includes(cell) ?? false));
  }

  private clear(): void {
    this.pressed = -1;
    this.preview(null);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.chosen = [];
    this.update();
    const cell = this.cellAt(event);
    // A finger goes on to where it is lifted, wherever it was laid.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.preview(this.meant(event));
    this.pressed = this.open.some(({ cells }) => cells.includes(cell)) ? cell : -1;
  }

  private up(event: PointerEvent): void {
    const began = this.pressed;
    if (began >= 0 && this.cellAt(event) === began) this.pressed = -1; // where in the cell it is lifted tells more
    const group = began >= 0 ? this.meant(event) : null;
    this.clear();
    if (group) this.request.choose(group.moves);
  }

  private key(event: KeyboardEvent, cell: number): void {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.pick(cell);
  }

  private pick(cell: number): void {
    if (!this.request.active) return;
    if (this.chosen.includes(cell)) this.chosen = [];
    else {
      const left = this.left(this.open).filter(({ cells }) => cells.includes(cell));
      const [only, ...more] = left;
      if (!only) return;
      const last = this.chosen.length >= 2;
      if (more.length === 0 || last) return this.request.choose(last ? left.flatMap(({ moves }) => moves) : only.moves);
      this.chosen = [...this.chosen, cell];
    }
    this.update();
  }
}

/** "changed" where the last move changed the cell. */
function changed({ before, fresh }: BoardRequest, state: number, cell: number): string {
  return fresh && before && Number(before[cell]) !== state ? "changed" : "";
}

/** What a state is written as; empty where nothing is there: rule files write a point for that. */
export function letterOf(states: string, state: number): string {
  const letter = states[state] ?? "";
  return letter === "." ? "" : letter;
}

function squares(request: BoardRequest, shape: Cells): HTMLElement {
  const rows = shape.rows ?? 1;
  const columns = shape.columns ?? shape.count;
  const drawn = numbersOf(request.place).map((state, cell): Drawn => {
    const element = h("span", {});
    const letter = letterOf(shape.states, state);
    const name = say("board.cell", { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 });
    return { element, sign: element, letter, name, classes: `cell state${state} ${letter ? "stone" : ""} ${changed(request, state, cell)}` };
  });
  const label = say("board.grid", { rows, columns });
  const grid = h("div", { class: "grid", role: "group", "aria-label": label }, ...drawn.map(({ element }) => element));
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(1.6rem, 3.4rem))`;
  new Pointing(request, grid, drawn);
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
  const from = numbersOf(request.place);
  const edgesAreCells = shape.cells === "edges";
  const lines = edges.map(([first, second], number): Drawn => {
    const [a, b] = [at(first), at(second)];
    const is = from[number] ?? 0;
    const gone = letterOf(shape.states, is) === "" ? "gone" : "";
    const state = edgesAreCells ? `state${is} ${gone} ${changed(request, is, number)}` : "";
    // Around the line that is seen lies a wider one, which is easier to meet.
    const element = s(
      "g",
      { class: `edge ${state}` },
      s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "around" }),
      s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
    );
    const name = say("board.edge", { first: first + 1, second: second + 1 });
    return { element, sign: null, letter: "", name, classes: `edge ${state}` };
  });
  const vertices = Array.from({ length: count }, (_, vertex): Drawn => {
    const { x, y } = at(vertex);
    const state = from[vertex] ?? 0;
    const letter = edgesAreCells ? String(vertex + 1) : letterOf(shape.states, state);
    const sign = s("text", { x, y: y + 5, "text-anchor": "middle" }, letter);
    const classes = edgesAreCells ? "vertex plain" : `vertex state${state} ${letter ? "stone" : ""} ${changed(request, state, vertex)}`;
    const element = s("g", { class: classes }, s("circle", { cx: x, cy: y, r: edgesAreCells ? 10 : 16 }), sign);
    return { element, sign, letter, name: say("board.vertex", { n: vertex + 1 }), classes };
  });
  const parts = [...lines, ...vertices].map(({ element }) => element);
  const picture = s("svg", { viewBox: "0 0 320 320", class: "vertices", role: "group", "aria-label": say("board.graph") }, ...parts);
  new Pointing(request, picture, edgesAreCells ? lines : vertices);
  return h("div", { class: "board" }, picture);
}

export function cellsBoard(request: BoardRequest): HTMLElement {
  const shape = request.place.cells ?? request.card.position;
  if (!isCells(shape)) return h("div", {});
  return shape.cells === "squares" ? squares(request, shape) : graphPicture(request, shape);
}
