// The moves below a small position as a graph: a layer for each distance, P-positions filled.
import { choice, download, h, s } from "../dom";
import { asked, type GraphAnswer } from "../engine/types";
import { type Page } from "../page";
import { valueText } from "../values";
import { say } from "../words";
import { positionField } from "./position_field";
import { Work } from "./work";

const SIZES = ["40", "100", "200", "400"];

interface Placed {
  x: number;
  y: number;
}

/** How far a node is from the start, at most; along the fewest moves where play can go in circles. */
function layers(graph: GraphAnswer): number[] {
  const count = graph.nodes.length;
  const options: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of graph.edges) options[from]?.push(to);
  const layer = new Array<number>(count).fill(-1);
  layer[0] = 0;
  const queue = [0];
  for (let at = 0; at < queue.length; at++)
    for (const to of options[queue[at] ?? 0] ?? [])
      if (layer[to] === -1) {
        layer[to] = (layer[queue[at] ?? 0] ?? 0) + 1;
        queue.push(to);
      }
  // Longest distances, unless there are circles: then these rounds do not come to rest, and the shortest stay.
  const longest = [...layer];
  for (let round = 0; round <= count; round++) {
    let moved = false;
    for (const { from, to } of graph.edges) {
      const wanted = (longest[from] ?? 0) + 1;
      if ((longest[to] ?? 0) < wanted) {
        longest[to] = wanted;
        moved = true;
      }
    }
    if (!moved) return longest;
  }
  return layer;
}

/** Rows of nodes, each ordered by where the nodes that lead to it stand. */
function rowsOf(graph: GraphAnswer): number[][] {
  const rows: number[][] = [];
  layers(graph).forEach((layer, node) => (rows[layer] ??= []).push(node));
  const filled = Array.from(rows, (row) => row ?? []);
  const place = new Map<number, number>();
  for (const row of filled) {
    const wish = (node: number): number => {
      const sources = graph.edges.filter(({ to }) => to === node).map(({ from }) => place.get(from) ?? 0.5);
      return sources.reduce((sum, x) => sum + x, 0) / Math.max(sources.length, 1);
    };
    const wishes = new Map(row.map((node) => [node, wish(node)]));
    row.sort((a, b) => (wishes.get(a) ?? 0) - (wishes.get(b) ?? 0));
    row.forEach((node, i) => place.set(node, (i + 0.5) / row.length));
  }
  return filled;
}

export class GraphView {
  readonly element: HTMLElement;
  private readonly controls = h("div", { class: "toolbar" });
  private readonly picture = h("div", { class: "graph" });
  private readonly note = h("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly work: Work;
  private asked = "";
  private most = "100";

  constructor(private readonly page: Page) {
    this.work = new Work(page);
    this.element = h(
      "section",
      { class: "view", "aria-label": say("graph.name") },
      this.controls,
      this.work.element,
      this.note,
      this.picture,
    );
    page.listen((change) => {
      if (change === "game") this.asked = "";
      if (page.state.view === "graph") void this.refresh();
    });
  }

  async refresh(): Promise<void> {
    if (!this.page.card || this.page.error) return;
    const request = { sum: asked(this.page.way, this.page.sum()), most: Number(this.most) };
    const key = JSON.stringify(request);
    if (key === this.asked) return;
    this.asked = key;
    this.controls.replaceChildren(
      positionField(this.page),
      choice(
        say("graph.most"),
        SIZES.map((n): [string, string] => [n, say("graph.positions", { n })]),
        this.most,
        (n) => {
          this.most = n;
          void this.refresh();
        },
      ),
      h("button", { type: "button", click: () => this.save() }, "SVG"),
    );
    this.picture.replaceChildren();
    this.note.textContent = "";
    const answered = await this.work.run(() => this.page.askSlowly<GraphAnswer>("graph", request));
    if (answered) this.show(answered.answer);
  }

  private show(graph: GraphAnswer): void {
    const rows = rowsOf(graph);
    const widest = Math.max(...rows.map((row) => row.length));
    const width = Math.max(widest * 64, 320);
    const height = rows.length * 78;
    const places: Placed[] = [];
    rows.forEach((row, layer) =>
      row.forEach((node, i) => (places[node] = { x: (width * (i + 0.5)) / row.length, y: 40 + layer * 78 })),
    );
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "moves" });
    for (const { from, to } of graph.edges) picture.append(this.edge(graph, places, from, to));
    graph.nodes.forEach((_, node) => picture.append(this.node(graph, places, node)));
    this.picture.replaceChildren(picture);
    this.note.textContent = say("graph.note", { nodes: graph.nodes.length, edges: graph.edges.length });
  }

  private edge(graph: GraphAnswer, places: Placed[], from: number, to: number): SVGElement {
    const a = places[from] ?? { x: 0, y: 0 };
    const b = places[to] ?? { x: 0, y: 0 };
    const wins = graph.nodes[to]?.outcome === "P";
    const bend = (a.y + b.y) / 2;
    return s("path", {
      d: `M${a.x} ${a.y}C${a.x} ${bend} ${b.x} ${bend} ${b.x} ${b.y}`,
      class: wins ? "edge wins" : "edge",
    });
  }

  private node(graph: GraphAnswer, places: Placed[], number: number): SVGElement {
    const node = graph.nodes[number];
    const { x, y } = places[number] ?? { x: 0, y: 0 };
    if (!node) return s("g");
    const text = node.text.replaceAll("\n", " ");
    const label = text.length > 9 ? `${text.slice(0, 8)}…` : text;
    const choose = (): void => {
      this.note.textContent = `${text}: ${valueText(node)}`;
      if (!text.includes("+") && /^[\d,]+$/.test(text)) this.page.setPosition(`(${text})`);
    };
    return s(
      "g",
      {
        class: `node ${node.outcome}`,
        tabindex: 0,
        role: "button",
        click: choose,
        keydown: (event: KeyboardEvent) => {
          if (event.key === "Enter") choose();
        },
      },
      s("rect", { x: x - 29, y: y - 17, width: 58, height: 34, rx: node.outcome === "P" ? 4 : 17 }),
      s("text", { x, y: y - 2, "text-anchor": "middle" }, label || "·"),
      s(
        "text",
        { x, y: y + 12, "text-anchor": "middle", class: "small" },
        typeof node.grundy === "number" ? `${node.outcome} ${node.grundy}` : node.outcome,
      ),
      s("title", {}, `${text}: ${valueText(node)}`),
    );
  }

  private save(): void {
    const picture = this.picture.querySelector("svg");
    if (!picture) return;
    const copy = picture.cloneNode(true) as SVGSVGElement;
    const originals = picture.querySelectorAll("rect, path, text");
    copy.querySelectorAll<SVGElement>("rect, path, text").forEach((element, i) => {
      const original = originals[i];
      if (!original) return;
      const style = getComputedStyle(original);
      for (const name of ["fill", "stroke", "stroke-width", "font-size", "font-family", "stroke-opacity"])
        element.style.setProperty(name, style.getPropertyValue(name));
    });
    const text = new XMLSerializer().serializeToString(copy);
    download(`${this.page.state.game.name}-graph.svg`, new Blob([text], { type: "image/svg+xml" }));
  }
}
