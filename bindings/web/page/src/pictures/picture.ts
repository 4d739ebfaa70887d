// The small pictures in the list of games.
import { letterOf } from "../boards/cells";
import { laidOut } from "../boards/layout";
import { h, s } from "../dom";
import type { Colours } from "../engine/types";
import { css } from "../page";
import type { Facts } from "./facts";

const WIDTH = 96;
const HEIGHT = 72;

/** The number that a letter stands for; -1 where there is no position. */
function valueOf(letter: string): number {
  return letter === "." ? -1 : parseInt(letter, 36);
}

function frame(...parts: SVGElement[]): SVGElement {
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "thumb", "aria-hidden": "true" }, ...parts);
}

function colourOf(value: number, most: number, colours: Colours): string {
  if (value === 0) return css(colours.P);
  const place = Math.round((255 * (value - 1)) / Math.max(most - 1, 1));
  return css(colours.sequential[Math.min(place, 255)] ?? colours.infinite);
}

/** A pixel for each value, made larger by the style sheet. */
function map({ width, height, values }: Facts & { form: "map" }, colours: Colours): HTMLElement {
  const canvas = h("canvas", { width, height, class: "thumb pixels", "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  const numbers = [...values].map(valueOf);
  const most = Math.max(...numbers);
  numbers.forEach((value, i) => {
    if (!context || value < 0) return;
    context.fillStyle = colourOf(value, most, colours);
    context.fillRect(i % width, Math.floor(i / width), 1, 1);
  });
  return canvas;
}

function row({ values }: Facts & { form: "row" }, colours: Colours): SVGElement {
  const numbers = [...values].map(valueOf);
  const most = Math.max(...numbers, 1);
  const across = (WIDTH - 8) / numbers.length;
  const bars = numbers.flatMap((value, i) => {
    if (value < 0) return [];
    const height = value === 0 ? 4 : (value * (HEIGHT - 14)) / most + 2;
    const place = { x: 4 + i * across, y: HEIGHT - 5 - height, width: across * 0.8, height };
    return [s("rect", { ...place, fill: value === 0 ? css(colours.P) : "var(--counter)" })];
  });
  return frame(...bars);
}

function heaps({ heaps: sizes }: Facts & { form: "heaps" }): SVGElement {
  const most = Math.max(...sizes, 4);
  const step = Math.min((WIDTH - 8) / Math.min(most, 24), (HEIGHT - 8) / Math.max(sizes.length, 3), 16);
  const top = (HEIGHT - step * sizes.length) / 2;
  const counters = sizes.flatMap((size, i) =>
    Array.from({ length: Math.min(size, 24) }, (_, k) =>
      s("circle", { cx: 4 + (k + 0.5) * step, cy: top + (i + 0.5) * step, r: step * 0.4, fill: "var(--counter)" }),
    ),
  );
  return frame(...counters);
}

function grid({ columns, states, names }: Facts & { form: "grid" }): SVGElement {
  const rows = Math.ceil(states.length / columns);
  const step = Math.min((WIDTH - 6) / columns, (HEIGHT - 6) / rows, 22);
  const [left, top] = [(WIDTH - step * columns) / 2, (HEIGHT - step * rows) / 2];
  const cells = states.flatMap((state, i) => {
    const [x, y] = [left + (i % columns) * step, top + Math.floor(i / columns) * step];
    const square = s("rect", { x, y, width: step - 1, height: step - 1, rx: 1.5, fill: letterOf(names, state) ? "var(--counter)" : "var(--wood-dark)" });
    const name = letterOf(names, state);
    const size = `font-size:${(step * 0.7).toFixed(1)}px`;
    return name && step > 7
      ? [square, s("text", { x: x + step / 2 - 0.5, y: y + step * 0.72, "text-anchor": "middle", style: size, class: "on" }, name)]
      : [square];
  });
  return frame(...cells);
}

function graph({ count, edges, cells, states, names }: Facts & { form: "graph" }): SVGElement {
  const pairs = edges.map(([first, second]): [number, number] => [first - 1, second - 1]);
  const points = laidOut(count, pairs).map(({ x, y }) => ({ x: WIDTH / 2 + x * 58, y: HEIGHT / 2 + y * 58 }));
  const lines = pairs.flatMap(([first, second], i) => {
    const [a, b] = [points[first], points[second]];
    const gone = cells === "edges" && letterOf(names, states[i] ?? 0) === "";
    const look = { stroke: "var(--faint)", "stroke-width": gone ? 0.5 : 2 };
    return a && b ? [s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, ...look })] : [];
  });
  const circles = points.map(({ x, y }, i) => {
    const taken = cells === "vertices" && letterOf(names, states[i] ?? 0) !== "";
    return s("circle", { cx: x, cy: y, r: 5, fill: taken ? "var(--counter)" : "var(--wood-dark)", stroke: "var(--ink)" });
  });
  return frame(...lines, ...circles);
}

function text({ text: said }: Facts & { form: "text" }): SVGElement {
  const lines = said.split(/[\n/]/).flatMap((line) => line.match(/.{1,12}(?=,|$)|.{1,12}/g) ?? []).slice(0, 5);
  const step = 13;
  const top = HEIGHT / 2 - ((lines.length - 1) * step) / 2 + 4;
  return frame(...lines.map((line, i) => s("text", { x: WIDTH / 2, y: top + step * i, "text-anchor": "middle" }, line)));
}

/** The picture; it says nothing that the text beside it does not. */
export function pictureOf(facts: Facts, colours: Colours): Element {
  switch (facts.form) {
    case "map":
      return map(facts, colours);
    case "row":
      return row(facts, colours);
    case "heaps":
      return heaps(facts);
    case "grid":
      return grid(facts);
    case "graph":
      return graph(facts);
    case "text":
      return text(facts);
  }
}
