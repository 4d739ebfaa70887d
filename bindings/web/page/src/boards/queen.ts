// A queen on a board of squares: two coordinates, the first across, the second up; what else a position has stands
// beside it.
import { h, s } from "../dom";
import { css } from "../page";
import { say } from "../words";
import { choosable, classesOf, isCrossed, numbersOf, openMoves, pressedOf, signOf, targetOf, type BoardRequest, type Listed } from "./board";

const SQUARE = 34;
const MOST = 60;

function circumstances({ card, place }: BoardRequest): HTMLElement[] {
  const axes = Array.isArray(card.position) ? card.position : [];
  return numbersOf(place).flatMap((value, i) => {
    const axis = axes[i];
    if (i < 2 || !axis) return [];
    const text = axis.values?.[value - (axis.min ?? 0)] ?? String(value);
    return [h("span", { class: "badge" }, h("b", {}, axis.name), ` ${text}`)];
  });
}

/** The squares that are drawn: up to the queen, or the whole board where it has an end. */
function extent({ card, place, before }: BoardRequest): [number, number] {
  const axes = Array.isArray(card.position) ? card.position : [];
  const now = numbersOf(place);
  const last = (i: number): number => {
    const end = axes[i]?.max;
    const there = Math.max(now[i] ?? 0, Number(before?.[i] ?? 0));
    return Math.min(end !== null && end !== undefined && end < MOST ? end : Math.max(there, 4), MOST);
  };
  return [last(0), last(1)];
}

export function queenBoard(request: BoardRequest): HTMLElement {
  const [columns, rows] = extent(request);
  const [x, y] = numbersOf(request.place);
  const places = new Map<string, Listed[]>();
  const here: Listed[] = [];
  for (const listed of request.moves) {
    const to = targetOf(listed);
    if (!to) continue;
    const key = `${to[0]},${to[1]}`;
    if (to[0] === x && to[1] === y) here.push(listed);
    else places.set(key, [...(places.get(key) ?? []), listed]);
  }
  const size = (n: number): number => (n + 1) * SQUARE + 26;
  const picture = s("svg", {
    viewBox: `0 0 ${size(columns)} ${size(rows)}`,
    class: "squares",
    style: `max-width:${Math.max(size(columns) * 1.2, 240)}px`,
    role: "group",
    "aria-label": say("board.queen_at", { column: x ?? 0, row: y ?? 0 }),
  });
  for (let row = 0; row <= rows; row++) {
    const top = (rows - row) * SQUARE;
    picture.append(s("text", { x: 18, y: top + SQUARE / 2 + 4, "text-anchor": "end", class: "scale" }, String(row)));
    for (let column = 0; column <= columns; column++) {
      const left = 26 + column * SQUARE;
      picture.append(square(request, places.get(`${column},${row}`) ?? [], { left, top, column, row }));
    }
  }
  for (let column = 0; column <= columns; column++)
    picture.append(
      s(
        "text",
        {
          x: 26 + column * SQUARE + SQUARE / 2,
          y: (rows + 1) * SQUARE + 16,
          "text-anchor": "middle",
          class: "scale",
        },
        String(column),
      ),
    );
  const queen = queenAt(request, rows, x ?? 0, y ?? 0);
  picture.append(queen);
  moving(request, picture, queen, (column, row) => places.get(`${column},${rows - row}`) ?? []);
  const flips = here.map((listed) => {
    const one = h(
      "button",
      {
        type: "button",
        class: classesOf(request, [listed]),
        disabled: openMoves(request, [listed]).length === 0,
        "aria-pressed": pressedOf(request, [listed])?.toString(),
      },
      `${listed.move.label.replaceAll("_", " ") || say("board.stay")} ${signOf(request, [listed])}`,
    );
    one.addEventListener("click", () => request.choose([listed]));
    return one;
  });
  const bank = h("div", { class: "bank" }, ...circumstances(request), ...flips);
  return h("div", { class: "board" }, picture, bank);
}

/** The queen, who comes from where she stood before the last move. */
function queenAt({ before, fresh }: BoardRequest, rows: number, x: number, y: number): SVGTextElement {
  const at = { x: 26 + x * SQUARE + SQUARE / 2, y: (rows - y) * SQUARE + SQUARE * 0.76 };
  const queen = s("text", { ...at, class: "queen", "text-anchor": "middle" }, "♛");
  if (fresh && before) {
    queen.classList.add("coming");
    queen.style.setProperty("--from-x", `${(Number(before[0]) - x) * SQUARE}px`);
    queen.style.setProperty("--from-y", `${(y - Number(before[1])) * SQUARE}px`);
  }
  return queen;
}

/** The queen can be dragged to where she may go. `movesTo` takes a column, and a row counted from above. */
function moving(request: BoardRequest, picture: SVGSVGElement, queen: SVGTextElement, movesTo: (column: number, row: number) => Listed[]): void {
  if (!request.active) return;
  queen.classList.add("target");
  let from: DOMPoint | null = null;
  const pointOf = (event: PointerEvent): DOMPoint =>
    new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM()?.inverse());
  queen.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = pointOf(event);
    queen.setPointerCapture(event.pointerId);
    queen.classList.remove("coming");
  });
  queen.addEventListener("pointermove", (event) => {
    if (!from) return;
    const now = pointOf(event);
    queen.style.transform = `translate(${now.x - from.x}px, ${now.y - from.y}px)`;
  });
  const letGo = (): void => {
    from = null;
    queen.style.transform = "";
  };
  queen.addEventListener("pointerup", (event) => {
    if (!from) return;
    const { x, y } = pointOf(event);
    letGo();
    const moves = movesTo(Math.floor((x - 26) / SQUARE), Math.floor(y / SQUARE));
    if (moves.length > 0) request.choose(moves);
  });
  queen.addEventListener("pointercancel", letGo);
}

interface Square {
  left: number;
  top: number;
  column: number;
  row: number;
}

function square(request: BoardRequest, moves: Listed[], { left, top, column, row }: Square): SVGGElement {
  const shade = (column + row) % 2 === 0 ? "dark" : "light";
  const group = s(
    "g",
    { class: `square ${shade} ${classesOf(request, moves)}` },
    s("rect", { x: left, y: top, width: SQUARE, height: SQUARE }),
  );
  if (column === 0 && row === 0)
    group.append(s("circle", { cx: left + SQUARE / 2, cy: top + SQUARE / 2, r: 6, fill: css(request.page.colours.P) }));
  const sign = signOf(request, moves);
  if (sign)
    group.append(s("text", { x: left + SQUARE / 2, y: top + 22, "text-anchor": "middle", class: "sign" }, sign));
  else if (!isCrossed(request, moves) && openMoves(request, moves).length > 0)
    group.append(s("circle", { cx: left + SQUARE / 2, cy: top + SQUARE / 2, r: 4, class: "dot" }));
  if (isCrossed(request, moves)) {
    const [x, y, end] = [left + 5, top + 5, SQUARE - 10];
    group.append(s("path", { d: `M${x} ${y}l${end} ${end}m0 ${-end}l${-end} ${end}`, class: "cross" }));
  }
  choosable(group, request, moves, say("board.queen_square", { column, row }));
  return group;
}
