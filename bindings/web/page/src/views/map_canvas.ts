// Cells on a canvas: drawing, zooming, dragging, pointing, by mouse, touch and keyboard. The first coordinate runs to
// the right, the second upwards.
import { download, h } from "../dom";
import { NO_POSITION, type GameCard, type TableAnswer } from "../engine/types";
import { css, type Page } from "../page";
import { cellColour } from "../values";
import { say } from "../words";

export interface MapData {
  table: TableAnswer;
  cells: Uint32Array;
  /** The coordinates that run across and up; the second is -1 where there is only one. */
  across: number;
  up: number;
  play: GameCard["play"];
}

/** A cell by its column and row, counted from the lower left. */
export interface Cell {
  x: number;
  y: number;
}

export interface Arrow {
  to: number[];
  cell: Cell | null;
}

/** How wide cells are, in pixels, that have room for a dot, or for a letter. */
const LEAST_FOR_DOTS = 4;
const LEAST_FOR_LETTERS = 14;
const MARGIN = { left: 44, bottom: 26, top: 8, right: 10 };

export class MapCanvas {
  readonly element = h("canvas", {
    class: "map-canvas",
    tabindex: 0,
    role: "application",
    "aria-label": say("map.canvas"),
  });
  onPoint: () => void = () => {};
  onChoose: () => void = () => {};
  point: Cell | null = null;

  private data: MapData | null = null;
  private pixels: HTMLCanvasElement | null = null;
  private scale = 1;
  private left = 0;
  private low = 0;
  private pending = 0;
  private options: Arrow[] = [];
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private moved = 0;

  constructor(private readonly page: Page) {
    const canvas = this.element;
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  set arrows(arrows: Arrow[]) {
    this.options = arrows;
    this.draw();
  }

  show(data: MapData): void {
    const kept = this.data && this.width() === this.widthOf(data) && this.height() === this.heightOf(data);
    this.data = data;
    this.point = null;
    this.options = [];
    this.paint(data);
    if (kept) this.draw();
    else this.fit();
  }

  private lengthOf(data: MapData, axis: number): number {
    return axis < 0 ? 1 : (data.table.high[axis] ?? 0) - (data.table.low[axis] ?? 0) + 1;
  }
  private widthOf(data: MapData): number {
    return this.lengthOf(data, data.across);
  }
  private heightOf(data: MapData): number {
    return this.lengthOf(data, data.up);
  }
  private width(): number {
    return this.data ? this.widthOf(this.data) : 1;
  }
  private height(): number {
    return this.data ? this.heightOf(this.data) : 1;
  }

  private indexOf(data: MapData, { x, y }: Cell): number {
    // Only the two coordinates have more than one value, so the order of the others does not matter.
    return data.up < 0 ? x : data.across < data.up ? x * this.heightOf(data) + y : y * this.widthOf(data) + x;
  }

  /** Every cell as a pixel of its colour. */
  private paint(data: MapData): void {
    const width = this.widthOf(data);
    const height = this.heightOf(data);
    const image = new ImageData(width, height);
    const words = new Uint32Array(image.data.buffer);
    const { value, most } = data.table;
    const known = new Map<number, number>();
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const cell = data.cells[this.indexOf(data, { x, y })] ?? NO_POSITION;
        let word = known.get(cell);
        if (word === undefined) {
          const rgb = cellColour(cell, value, most, data.play, this.page.colours);
          const alpha = cell === NO_POSITION ? 0 : 0xff000000;
          word = (alpha | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
          known.set(cell, word);
        }
        words[(height - 1 - y) * width + x] = word;
      }
    this.pixels = h("canvas", { width, height });
    this.pixels.getContext("2d")?.putImageData(image, 0, 0);
  }

  private size(): { width: number; height: number } {
    const { clientWidth, clientHeight } = this.element;
    return { width: clientWidth - MARGIN.left - MARGIN.right, height: clientHeight - MARGIN.top - MARGIN.bottom };
  }

  fit(): void {
    const { width, height } = this.size();
    this.scale = Math.max(Math.min(width / this.width(), height / this.height(), 48), 0.05);
    this.left = 0;
    this.low = 0;
    this.draw();
  }

  zoom(factor: number, at?: { x: number; y: number }): void {
    const { width, height } = this.size();
    const centre = at ?? { x: width / 2, y: height / 2 };
    const column = this.left + centre.x / this.scale;
    const row = this.low + centre.y / this.scale;
    this.scale = Math.min(Math.max(this.scale * factor, 0.1), 64);
    this.left = column - centre.x / this.scale;
    this.low = row - centre.y / this.scale;
    this.draw();
  }

  positionAt({ x, y }: Cell): number[] {
    const data = this.data;
    if (!data) return [];
    const position = [...data.table.low];
    position[data.across] = (position[data.across] ?? 0) + x;
    if (data.up >= 0) position[data.up] = (position[data.up] ?? 0) + y;
    return position;
  }
  cellAt(cell: Cell): number {
    return this.data ? (this.data.cells[this.indexOf(this.data, cell)] ?? NO_POSITION) : NO_POSITION;
  }
  cellOf(position: number[]): Cell | null {
    const data = this.data;
    if (!data) return null;
    const x = (position[data.across] ?? 0) - (data.table.low[data.across] ?? 0);
    const y = data.up < 0 ? 0 : (position[data.up] ?? 0) - (data.table.low[data.up] ?? 0);
    return x >= 0 && y >= 0 && x < this.width() && y < this.height() ? { x, y } : null;
  }

  /** A little square in the colour of a cell. */
  swatch(cell: number): HTMLElement {
    const data = this.data;
    if (!data) return h("i", {});
    const colour = cellColour(cell, data.table.value, data.table.most, data.play, this.page.colours);
    const square = h("i", {});
    square.style.background = css(colour);
    return square;
  }

  private draw(): void {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    const canvas = this.element;
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = canvas;
    if (!clientWidth || !clientHeight) return;
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    const context = canvas.getContext("2d");
    if (!context || !this.pixels) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    this.drawCells(context, clientHeight);
    this.drawAxes(context, clientHeight, style.color);
    this.drawArrows(context, clientHeight, style.color);
  }

  private drawCells(context: CanvasRenderingContext2D, clientHeight: number): void {
    const { width, height } = this.size();
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, MARGIN.top, width, height);
    context.clip();
    context.imageSmoothingEnabled = this.scale < 1;
    const top = clientHeight - MARGIN.bottom - (this.height() - this.low) * this.scale;
    const x = MARGIN.left - this.left * this.scale;
    if (this.pixels) context.drawImage(this.pixels, x, top, this.width() * this.scale, this.height() * this.scale);
    this.drawLetters(context, clientHeight);
    context.restore();
  }

  /** P-positions are told by a letter, or a dot where cells are small: colour is never the only sign. */
  private drawLetters(context: CanvasRenderingContext2D, clientHeight: number): void {
    const data = this.data;
    if (!data || this.scale < LEAST_FOR_DOTS || data.table.value === "remoteness") return;
    if (data.table.value === "grundy" && data.play !== "normal") return;
    const { width, height } = this.size();
    const to = { x: Math.min(this.width(), this.left + width / this.scale), y: Math.min(this.height(), this.low + height / this.scale) };
    context.fillStyle = "#ffffff";
    context.font = `bold ${Math.round(Math.min(this.scale * 0.7, 20))}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let y = Math.max(Math.floor(this.low), 0); y < to.y; y++)
      for (let x = Math.max(Math.floor(this.left), 0); x < to.x; x++) {
        if (this.cellAt({ x, y }) !== 0) continue;
        const at = this.place({ x, y }, clientHeight);
        if (this.scale >= LEAST_FOR_LETTERS) {
          context.fillText("P", at.x, at.y);
          continue;
        }
        context.beginPath();
        context.arc(at.x, at.y, this.scale * 0.22, 0, 2 * Math.PI);
        context.fill();
      }
    context.textBaseline = "alphabetic";
  }

  private drawAxes(context: CanvasRenderingContext2D, clientHeight: number, ink: string): void {
    const data = this.data;
    if (!data) return;
    const { width, height } = this.size();
    const step = niceStep(44 / this.scale);
    context.fillStyle = ink;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    const bottom = clientHeight - MARGIN.bottom;
    // Where the map ends, which may be smaller than its place.
    const right = Math.min(width, (this.width() - this.left) * this.scale);
    const top = Math.min(height, (this.height() - this.low) * this.scale);
    const first = (axis: number): number => (axis < 0 ? 0 : (data.table.low[axis] ?? 0));
    for (let n = Math.ceil((first(data.across) + this.left) / step) * step; ; n += step) {
      const x = (n - first(data.across) - this.left + 0.5) * this.scale;
      if (x > right) break;
      if (x >= 0) context.fillText(String(n), MARGIN.left + x, bottom + 14);
    }
    context.textAlign = "right";
    const names = data.table.names;
    context.fillText(names[data.across] ?? "", MARGIN.left + right, bottom + 25);
    if (data.up < 0) return;
    for (let n = Math.ceil((first(data.up) + this.low) / step) * step; ; n += step) {
      const y = (n - first(data.up) - this.low + 0.5) * this.scale;
      if (y > top - 18) break; // where the name stands
      if (y >= 0) context.fillText(String(n), MARGIN.left - 6, bottom - y + 4);
    }
    context.fillText(names[data.up] ?? "", MARGIN.left - 6, bottom - top + 8);
  }

  private place({ x, y }: Cell, clientHeight: number): { x: number; y: number } {
    return {
      x: MARGIN.left + (x + 0.5 - this.left) * this.scale,
      y: clientHeight - MARGIN.bottom - (y + 0.5 - this.low) * this.scale,
    };
  }

  private drawArrows(context: CanvasRenderingContext2D, clientHeight: number, ink: string): void {
    if (!this.point) return;
    const from = this.place(this.point, clientHeight);
    const half = Math.max(this.scale / 2, 3);
    context.strokeStyle = ink;
    context.lineWidth = 2;
    context.strokeRect(from.x - half, from.y - half, 2 * half, 2 * half);
    for (const arrow of this.options) {
      if (!arrow.cell) continue;
      const lost = this.cellAt(arrow.cell) === 0 && this.data?.table.value !== "remoteness";
      const to = this.place(arrow.cell, clientHeight);
      context.globalAlpha = lost ? 1 : 0.3;
      context.lineWidth = lost ? 2.5 : 1;
      drawArrow(context, from, to);
    }
    context.globalAlpha = 1;
  }

  private cellUnder(event: { offsetX: number; offsetY: number }): Cell | null {
    const x = Math.floor(this.left + (event.offsetX - MARGIN.left) / this.scale);
    const y = Math.floor(this.low + (this.element.clientHeight - MARGIN.bottom - event.offsetY) / this.scale);
    return x >= 0 && y >= 0 && x < this.width() && y < this.height() ? { x, y } : null;
  }

  private pointAt(cell: Cell | null): void {
    if (!cell || (this.point && this.point.x === cell.x && this.point.y === cell.y)) return;
    this.point = cell;
    this.options = [];
    this.onPoint();
    this.draw();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const y = this.element.clientHeight - MARGIN.bottom - event.offsetY;
    this.zoom(Math.exp(-event.deltaY / 300), { x: event.offsetX - MARGIN.left, y });
  }

  private down(event: PointerEvent): void {
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.moved = 0;
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.pointAt(this.cellUnder(event));
      return;
    }
    const dx = event.offsetX - before.x;
    const dy = event.offsetY - before.y;
    this.moved += Math.abs(dx) + Math.abs(dy);
    if (this.fingers.size === 2) this.pinch(event);
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.fingers.size === 1 && this.moved > 4) {
      this.left -= dx / this.scale;
      this.low += dy / this.scale;
      this.draw();
    }
  }

  private pinch(event: PointerEvent): void {
    const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    const before = this.fingers.get(event.pointerId);
    if (!other || !before) return;
    const distance = (place: { x: number; y: number }): number => Math.hypot(place.x - other.x, place.y - other.y);
    const now = { x: event.offsetX, y: event.offsetY };
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const y = this.element.clientHeight - MARGIN.bottom - middle.y;
    this.zoom(distance(now) / Math.max(distance(before), 1), { x: middle.x - MARGIN.left, y });
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.moved > 4) return;
    this.pointAt(this.cellUnder(event));
    if (this.point) this.onChoose();
  }

  private leave(): void {
    if (this.fingers.size > 0) return;
    this.options = [];
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = steps[event.key];
    if (step) {
      const from = this.point ?? { x: -step[0], y: -step[1] };
      const x = Math.min(Math.max(from.x + step[0], 0), this.width() - 1);
      const y = Math.min(Math.max(from.y + step[1], 0), this.height() - 1);
      this.pointAt({ x, y });
    } else if (event.key === "+" || event.key === "=") this.zoom(2);
    else if (event.key === "-") this.zoom(0.5);
    else if (event.key === "Enter" && this.point) this.onChoose();
    else return;
    event.preventDefault();
  }

  /** The map as it is seen, as a PNG file. */
  async save(name: string): Promise<void> {
    this.drawNow();
    const blob = await new Promise<Blob | null>((done) => this.element.toBlob(done));
    if (blob) download(`${name}.png`, blob);
  }
}

/** 1, 2 or 5 times a power of ten, at least `least` and 1. */
export function niceStep(least: number): number {
  let step = 1;
  for (const factor of [1, 2, 5, 10]) {
    step = factor * 10 ** Math.max(Math.floor(Math.log10(Math.max(least, 1))), 0);
    if (step >= least) break;
  }
  return step;
}

function drawArrow(context: CanvasRenderingContext2D, from: Cell, to: Cell): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  for (const side of [-1, 1]) {
    context.moveTo(to.x, to.y);
    context.lineTo(to.x - 7 * Math.cos(angle + side * 0.5), to.y - 7 * Math.sin(angle + side * 0.5));
  }
  context.stroke();
}
