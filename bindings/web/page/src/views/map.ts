// The map of a game: the values of all positions in two coordinates, each a coloured cell.
import { button, choice, debounced, download, field, h } from "../dom";
import { isAnyValue, isCells, isPiles, type Axis, type Moves, type TableAnswer, type ValueKind } from "../engine/types";
import type { Page } from "../page";
import { cellText } from "../values";
import { say } from "../words";
import { MapCanvas, type Arrow, type MapData } from "./map_canvas";
import { Work } from "./work";

/** How long a map may take while a later one waits for it, in milliseconds. */
const PATIENCE = 200;
const SIZES = [16, 32, 64, 128, 256, 512, 1000, 2000];

export class MapView {
  readonly element: HTMLElement;
  private readonly controls = h("div", { class: "toolbar" });
  private readonly sliders = h("div", { class: "fields" });
  private readonly note = h("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly legend = h("p", { class: "legend" });
  private readonly canvas: MapCanvas;
  private readonly work: Work;
  private data: MapData | null = null;
  private asked = "";
  private computing = false;
  private impatience: ReturnType<typeof setTimeout> | undefined;
  private readonly look: () => void;

  constructor(private readonly page: Page) {
    this.work = new Work(page);
    this.canvas = new MapCanvas(page);
    this.look = debounced(60, () => void this.showOptions());
    this.canvas.onPoint = () => this.pointed();
    this.canvas.onChoose = () => this.chosen();
    this.element = h(
      "section",
      { class: "view map", "aria-label": say("map.name") },
      this.controls,
      this.sliders,
      this.work.element,
      this.canvas.element,
      this.note,
      this.legend,
    );
    page.listen((change) => {
      if (change === "game") this.asked = "";
      if (page.state.view === "map") void this.refresh();
    });
  }

  private axes(): Axis[] {
    const position = this.page.card?.position;
    if (!position || isCells(position) || isAnyValue(position)) return [];
    if (!isPiles(position)) return position;
    const { piles, min_length: least, max_length: most } = position;
    const count = Math.min(Math.max(this.page.state.map.piles ?? 2, least, 1), most ?? 6);
    return Array.from({ length: count }, (_, i) => ({ ...piles, name: `${piles.name}[${i + 1}]` }));
  }

  /** Asks for the map that is wanted now. One that was asked for before and takes long is ended for it. */
  async refresh(): Promise<void> {
    if (!this.page.card || this.page.error || this.keyNow() === this.asked) return;
    if (this.computing) {
      this.impatience ??= setTimeout(() => this.page.slow.cancel(), PATIENCE);
      return;
    }
    this.computing = true;
    try {
      while (!this.page.error && this.keyNow() !== this.asked) {
        const ended = (await this.compute()) === false && this.impatience === undefined;
        clearTimeout(this.impatience);
        this.impatience = undefined;
        if (ended) break;
      }
    } finally {
      this.computing = false;
    }
  }

  private keyNow(): string {
    const { state } = this.page;
    return JSON.stringify([state.game, state.map, this.axes().length]);
  }

  /** Whether there is an answer. */
  private async compute(): Promise<boolean> {
    const { card } = this.page;
    if (!card) return false;
    const axes = this.axes();
    const key = this.keyNow();
    this.asked = key;
    this.showControls(axes);
    this.note.textContent = "";
    this.canvas.element.hidden = axes.length === 0;
    if (axes.length === 0) {
      this.legend.replaceChildren();
      this.note.textContent = say(isAnyValue(card.position) ? "map.none.value" : "map.none");
      return true;
    }
    const shown = this.shown(axes);
    const answered = await this.work.run(() => this.page.askSlowly<TableAnswer>("table", this.request(axes)));
    if (!answered) {
      this.asked = "";
      return false;
    }
    this.data = { table: answered.answer, cells: answered.cells, across: shown[0], up: shown[1], play: card.play };
    this.note.textContent = say("begin.map");
    this.canvas.show(this.data);
    this.showLegend(answered.answer);
    this.element.dataset["shown"] = key;
    return true;
  }

  /** The coordinates that run across and up; the second is -1 where there is one only. */
  private shown(axes: Axis[]): [number, number] {
    const across = Math.min(this.page.state.map.across ?? 0, axes.length - 1);
    const other = this.page.state.map.up ?? 1;
    const up = other === across ? (across === 0 ? 1 : 0) : other;
    return axes.length < 2 ? [0, -1] : [across, Math.min(up, axes.length - 1)];
  }

  private request(axes: Axis[]): object {
    const { map, game } = this.page.state;
    const size = map.size ?? 64;
    const shown = this.shown(axes);
    const low = axes.map((axis, i) => (shown.includes(i) ? (axis.min ?? 0) : (map.fixed?.[i] ?? axis.min ?? 0)));
    const high = axes.map((axis, i) => {
      const first = low[i] ?? 0;
      return shown.includes(i) ? Math.min(first + size - 1, axis.max ?? Infinity) : first;
    });
    return { game, low, high, ...(map.value ? { value: map.value } : {}) };
  }

  private set(change: Partial<Page["state"]["map"]>): void {
    Object.assign(this.page.state.map, change);
    void this.refresh();
  }

  private showControls(axes: Axis[]): void {
    const { card, state } = this.page;
    const map = state.map;
    const usual: ValueKind = card?.play === "normal" && !state.game.play ? "grundy" : "outcome";
    const kinds: [ValueKind, string][] = [
      ["outcome", say("map.value.outcome")],
      ["grundy", say("map.value.grundy")],
      ["remoteness", say("map.value.remoteness")],
    ];
    this.controls.replaceChildren(
      choice(say("map.value"), kinds, map.value ?? usual, (value) => this.set({ value })),
      choice(
        say("map.cells"),
        SIZES.map((n) => [String(n), `${n}`]),
        String(map.size ?? 64),
        (n) => this.set({ size: Number(n) }),
      ),
      h(
        "span",
        { class: "group", role: "group", "aria-label": say("map.zoom") },
        button("−", () => this.canvas.zoom(0.5), { "aria-label": say("map.farther") }),
        button("+", () => this.canvas.zoom(2), { "aria-label": say("map.nearer") }),
        button(say("map.fit"), () => this.canvas.fit()),
      ),
      h(
        "span",
        { class: "group", role: "group", "aria-label": say("map.save") },
        button("PNG", () => void this.canvas.save(this.page.state.game.name)),
        button("SVG", () => void this.save("svg", "image/svg+xml")),
        button("CSV", () => void this.save("csv", "text/csv")),
      ),
    );
    if (this.sliders.contains(document.activeElement) && document.activeElement?.matches("[type=range]")) return; // it is dragged
    const names = axes.map((axis, i): [string, string] => [String(i), axis.name]);
    const [across, up] = this.shown(axes);
    const rest = axes.map((axis, i) => (i === across || i === up ? null : this.slider(axis, i)));
    const position = card?.position;
    this.sliders.replaceChildren(
      ...(position && isPiles(position) ? [this.pileCount(axes.length)] : []),
      ...(axes.length > 2
        ? [
            choice(say("map.across"), names, String(across), (i) => this.set({ across: Number(i) })),
            choice(say("map.up"), names, String(up), (i) => this.set({ up: Number(i) })),
          ]
        : []),
      ...rest.filter((slider) => slider !== null),
    );
  }

  private pileCount(count: number): HTMLElement {
    const input = h("input", { type: "number", min: 1, max: 6, value: count });
    input.addEventListener("change", () => this.set({ piles: Number(input.value), fixed: [] }));
    return field(say("map.piles"), input);
  }

  private slider(axis: Axis, i: number): HTMLElement {
    const fixed = this.page.state.map.fixed ?? [];
    const least = axis.min ?? 0;
    const value = fixed[i] ?? least;
    if (axis.values) {
      const options = axis.values.map((name, k): [string, string] => [String(least + k), name]);
      return choice(axis.name, options, String(value), (chosen) => this.fix(i, Number(chosen)));
    }
    const output = h("output", {}, String(value));
    const input = h("input", { type: "range", min: least, max: axis.max ?? least + 64, value });
    input.addEventListener("input", () => {
      output.textContent = input.value;
      this.fix(i, Number(input.value));
    });
    return field(axis.name, h("span", { class: "slider" }, input, output));
  }

  private fix(i: number, value: number): void {
    const fixed = [...(this.page.state.map.fixed ?? [])];
    while (fixed.length <= i) fixed.push(this.axes()[fixed.length]?.min ?? 0);
    fixed[i] = value;
    this.set({ fixed });
  }

  private showLegend(table: TableAnswer): void {
    const swatch = (cell: number, text: string): HTMLElement =>
      h("span", { class: "swatch" }, this.canvas.swatch(cell), text);
    if (table.value === "outcome") {
      this.legend.replaceChildren(swatch(0, say("map.legend.p")), swatch(1, say("map.legend.n")), swatch(2, say("map.legend.draw")));
    } else if (table.value === "grundy") {
      this.legend.replaceChildren(swatch(0, say("map.legend.zero")), swatch(1, "1"), swatch(table.most, `${table.most}`));
    } else {
      this.legend.replaceChildren(swatch(0, say("map.legend.left", { n: 0 })), swatch(table.most, say("map.legend.left", { n: table.most })));
    }
  }

  private pointed(): void {
    const point = this.canvas.point;
    if (!this.data || !point) return;
    const position = this.canvas.positionAt(point).join(",");
    const cell = this.canvas.cellAt(point);
    this.note.textContent = `${position}: ${cellText(cell, this.data.table.value)}`;
    this.canvas.arrows = [];
    this.look();
  }

  /** Arrows to the options of the position that is pointed at, as far as they lie on the map. */
  private async showOptions(): Promise<void> {
    const point = this.canvas.point;
    const data = this.data;
    if (!point || !data) return;
    const position = this.canvas.positionAt(point);
    const sum = [{ game: this.page.state.game, position: `(${position.join(",")})` }];
    try {
      const { moves } = await this.page.ask<Moves>("moves", { sum });
      if (this.canvas.point !== point) return;
      const arrows = moves.flatMap((move): Arrow[] => {
        const to = move.to.length === 1 ? move.to[0]?.coordinates.map(Number) : undefined;
        const stays = to?.every((value, i) => i === data.across || i === data.up || value === position[i]);
        return to && stays ? [{ to, cell: this.canvas.cellOf(to) }] : [];
      });
      this.canvas.arrows = arrows;
      const cell = this.canvas.cellAt(point);
      this.note.textContent = say("map.options", { position: position.join(","), value: cellText(cell, data.table.value), n: moves.length });
    } catch {
      this.canvas.arrows = []; // not a position
    }
  }

  private chosen(): void {
    if (this.canvas.point) this.page.setPosition(`(${this.canvas.positionAt(this.canvas.point).join(",")})`);
  }

  private async save(format: string, type: string): Promise<void> {
    const request = { ...this.request(this.axes()), format };
    const answered = await this.work.run(() => this.page.askSlowly<{ text: string }>("write", request));
    if (answered) download(`${this.page.state.game.name}.${format}`, new Blob([answered.answer.text], { type }));
  }
}
