// A queen on a board of squares: two coordinates, the first across, the second up; what else a position has stands
// beside it.
import { h, s } from "../dom";
import { css } from "../page";
import { choosable, classesOf, numbersOf, signOf, targetOf, type BoardRequest, type Listed } from "./board";

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
    "aria-label": `A queen on column ${x}, row ${y}`,
  });
  for (let row = 0; row <= rows; row++) {
    const top = (rows - row) * SQUARE;
    picture.append(s("text", { x: 18, y: top + SQUARE / 2 + 4, "text-anchor": "end", class: "scale" }, String(row)));
    for (let column = 0; column <= columns; column++) {
      const left = 26 + column * SQUARE;
      picture.append(square(request, places.get(`${column},${row}`) ?? [], { left, top, column, row }));
      if (column === x && row === y)
        picture.append(
          s("text", { x: left + SQUARE / 2, y: top + SQUARE * 0.76, class: "queen", "text-anchor": "middle" }, "♛"),
        );
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
  const flips = here.map((listed) => {
    const one = h(
      "button",
      { type: "button", class: classesOf(request, [listed]), disabled: !request.active },
      `${listed.move.label.replaceAll("_", " ") || "stay"} ${signOf(request, [listed])}`,
    );
    one.addEventListener("click", () => request.choose([listed]));
    return one;
  });
  const bank = h("div", { class: "bank" }, ...circumstances(request), ...flips);
  return h("div", { class: "board" }, picture, bank);
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
  else if (moves.length > 0 && request.active)
    group.append(s("circle", { cx: left + SQUARE / 2, cy: top + SQUARE / 2, r: 4, class: "dot" }));
  choosable(group, request, moves, `column ${column}, row ${row}`);
  return group;
}
