// The values of one heap after the other, with their period.
import { choice, debounced, download, field, h, s } from "../dom";
import { NO_POSITION, NOT_FINITE, type Axis, type SequenceAnswer } from "../engine/types";
import { css, type Page } from "../page";
import { cellColour, cellText } from "../values";
import { say } from "../words";
import { niceStep } from "./map_canvas";
import { Work } from "./work";

const PLOT = { width: 900, height: 360, left: 46, bottom: 26, top: 10, right: 12 };

/** Where the other coordinates stand before somebody says so: off the edge, where rows are mostly straight lines. */
function usualRow(axis: Axis): number {
  if (axis.values) return axis.min ?? 0;
  return Math.min((axis.min ?? 0) + 5, axis.max ?? Infinity);
}

export class SequenceView {
  readonly element: HTMLElement;
  private readonly controls = h("div", { class: "toolbar" });
  private readonly period = h("p", { class: "status", role: "status" });
  private readonly plot = h("div", { class: "plot" });
  private readonly numbers = h("p", { class: "numbers" });
  private readonly work: Work;
  private asked = "";

  constructor(private readonly page: Page) {
    this.work = new Work(page);
    this.element = h(
      "section",
      { class: "view sequence", "aria-label": say("sequence.name") },
      this.controls,
      this.work.element,
      this.period,
      this.plot,
      h("p", { class: "legend" }, say("begin.sequence")),
      this.numbers,
    );
    page.listen((change) => {
      if (change === "game") this.asked = "";
      if (page.state.view === "sequence") void this.refresh();
    });
  }

  /** The coordinates of which one runs while the others are fixed; none where a position is given as one number. */
  private axes(): Axis[] {
    const card = this.page.card;
    if (!card || !Array.isArray(card.position)) return [];
    return card.position.length > 1 && card.start !== 1 ? card.position : [];
  }

  private row(): Record<string, string> | undefined {
    const axes = this.axes();
    if (axes.length === 0) return undefined;
    const given = this.page.state.sequence.row ?? {};
    const free = axes.find((axis) => given[axis.name] === "")?.name ?? axes.at(-1)?.name;
    return Object.fromEntries(
      axes.filter((axis) => axis.name !== free).map((axis) => [axis.name, given[axis.name] || String(usualRow(axis))]),
    );
  }

  private request(): object {
    const { game, sequence } = this.page.state;
    const row = this.row();
    return { game, last: sequence.last ?? 200, period: true, ...(row ? { row } : {}) };
  }

  async refresh(): Promise<void> {
    const { card, error } = this.page;
    if (!card || error) return;
    const request = this.request();
    const key = JSON.stringify(request);
    if (key === this.asked) return;
    this.asked = key;
    this.showControls();
    const answered = await this.work.run(() => this.page.askSlowly<SequenceAnswer>("sequence", request));
    if (!answered) {
      this.period.textContent = "";
      this.plot.replaceChildren();
      this.numbers.textContent = "";
      return;
    }
    const { answer, cells } = answered;
    this.showPeriod(answer);
    this.plot.replaceChildren(this.picture(answer, cells));
    const shown = [...cells.subarray(0, 400)].map((cell) => cellText(cell, answer.value));
    this.numbers.textContent = say("sequence.from", { low: answer.low, values: shown.join(", ") + (cells.length > 400 ? ", ..." : "") });
    this.element.dataset["shown"] = key;
  }

  private showControls(): void {
    const { sequence, game } = this.page.state;
    const last = h("input", { type: "number", min: 1, max: 1000000, value: sequence.last ?? 200 });
    last.addEventListener(
      "input",
      debounced(400, () => {
        sequence.last = Math.min(Math.max(Number(last.value) || 1, 1), 1_000_000);
        void this.refresh();
      }),
    );
    const save = (format: string, type: string): HTMLButtonElement =>
      h("button", { type: "button", click: () => void this.save(format, type) }, format.toUpperCase());
    const row = this.row();
    this.controls.replaceChildren(
      field(say("sequence.last"), last),
      ...(row ? this.rowControls(row) : []),
      h(
        "span",
        { class: "group", role: "group", "aria-label": say("sequence.save", { name: game.name }) },
        save("svg", "image/svg+xml"),
        save("csv", "text/csv"),
        save("bfile", "text/plain"),
      ),
    );
  }

  private rowControls(row: Record<string, string>): HTMLElement[] {
    const names = this.axes().map((axis) => axis.name);
    const free = names.find((name) => !(name in row)) ?? "";
    const set = (change: Record<string, string>): void => {
      this.page.state.sequence.row = { ...row, [free]: "", ...change };
      void this.refresh();
    };
    const along = choice(
      say("sequence.along"),
      names.map((name): [string, string] => [name, name]),
      free,
      (name) => {
        const least = String(this.axes().find((axis) => axis.name === free)?.min ?? 0);
        set({ [free]: least, [name]: "" });
      },
    );
    const fixed = Object.entries(row).map(([name, value]) => {
      const input = h("input", { type: "number", value });
      input.addEventListener("change", () => set({ [name]: input.value }));
      return field(name, input);
    });
    return [along, ...fixed];
  }

  private showPeriod({ period, low }: SequenceAnswer): void {
    if (!period) {
      this.period.textContent = say("sequence.no_period");
      return;
    }
    const { preperiod, period: length, saltus, proved, theorem, checked_to: to } = period;
    const where = { from: low + preperiod, length, more: saltus };
    const repeat = say(saltus === 0 ? "sequence.repeat" : "sequence.repeat_more", where);
    const proof = theorem ? say("sequence.proved_by", { theorem }) : say("sequence.proved");
    this.period.textContent = `${repeat} ${proved ? proof : say("sequence.seen", { to: low + to })}`;
  }

  private picture(answer: SequenceAnswer, cells: Uint32Array): SVGSVGElement {
    const { width, height, left, bottom, top, right } = PLOT;
    const across = (width - left - right) / Math.max(cells.length, 1);
    const most = Math.max(answer.most, 1);
    const x = (i: number): number => left + (i + 0.5) * across;
    const y = (value: number): number => height - bottom - ((height - bottom - top) * value) / most;
    const picture = s("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": say("sequence.picture", { n: cells.length, name: this.page.state.game.name, most: answer.most }),
    });
    const period = answer.period;
    if (period && period.period * across > 5)
      for (let at = period.preperiod; at < cells.length; at += 2 * period.period)
        picture.append(
          s("rect", {
            x: left + at * across,
            y: top,
            width: Math.min(period.period, cells.length - at) * across,
            height: height - bottom - top,
            class: "band",
          }),
        );
    const step = niceStep(cells.length / 12);
    for (let n = Math.ceil(answer.low / step) * step; n < answer.low + cells.length; n += step)
      picture.append(s("text", { x: x(n - answer.low), y: height - 8, "text-anchor": "middle" }, String(n)));
    const rise = niceStep(most / 8);
    for (let n = 0; n <= most; n += rise)
      picture.append(s("text", { x: left - 8, y: y(n) + 4, "text-anchor": "end" }, String(n)));
    const radius = Math.max(Math.min(across * 0.42, 4), 1);
    const skip = Math.max(Math.ceil(cells.length / 20000), 1);
    for (let i = 0; i < cells.length; i += skip) {
      const cell = cells[i] ?? NO_POSITION;
      if (cell === NO_POSITION || cell === NOT_FINITE) continue;
      const colour = cellColour(cell, answer.value, most, this.page.card?.play ?? "normal", this.page.colours);
      picture.append(
        s("circle", { cx: x(i).toFixed(1), cy: y(cell).toFixed(1), r: radius, fill: css(colour), class: "dot" }),
      );
    }
    return picture;
  }

  private async save(format: string, type: string): Promise<void> {
    const answered = await this.work.run(() =>
      this.page.askSlowly<{ text: string }>("write", { ...this.request(), format }),
    );
    const ending = format === "bfile" ? "txt" : format;
    if (answered) download(`${this.page.state.game.name}.${ending}`, new Blob([answered.answer.text], { type }));
  }
}
