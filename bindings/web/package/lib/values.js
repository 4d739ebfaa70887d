// Answers as JavaScript has them.
import { RequestError } from "./errors.js";

/** The cell of a position that is not valid, and of one without a finite value: as the C interface has them. */
export const NONE = 0xffffffff;
export const INFINITE = 0xfffffffe;

const OUTCOMES = ["P", "N", "draw"];

/** An integer of an answer: those beyond 2^53 are texts there. */
export function integer(value) {
  return typeof value === "string" && /^-?\d+$/.test(value) ? BigInt(value) : value;
}

/** A Grundy value of an answer. */
export function nimber(value) {
  return typeof value === "string" ? integer(value) : (value ?? null);
}

export function valueOf({ outcome, grundy, remoteness }) {
  return { outcome, grundy: nimber(grundy), remoteness: remoteness ?? null };
}

/** A coordinate as it would be typed; of a list, all of them. */
export function coordinateText(coordinate) {
  if (Array.isArray(coordinate)) return coordinate.map(coordinateText).join(",");
  if (typeof coordinate === "string" || typeof coordinate === "bigint") return String(coordinate);
  if (Number.isSafeInteger(coordinate)) return String(coordinate);
  throw new RequestError(
    `${String(coordinate)} is no coordinate: an integer up to 2^53, a BigInt, or a text such as the name of a value`,
  );
}

/** A parameter as it would be typed. */
export function settingText(name, value) {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((entry) => settingText(name, entry)).join(",");
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  throw new RequestError(`the parameter ${name} is an integer, a list of integers, or a text`);
}

export function settingTexts(params = {}) {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, settingText(name, value)]));
}

function bound(value) {
  if (typeof value === "bigint") return String(value);
  if (Number.isSafeInteger(value)) return value;
  throw new RequestError(`${String(value)} is no bound of a box: a number HI, or a pair [LO, HI]`);
}

/** {"low"?, "high"} of a request: each bound is HI, or [LO, HI]; where one has no LO it is the least that there is. */
export function boxOf(bounds, axes) {
  const high = bounds.map((one) => bound(Array.isArray(one) ? one[1] : one));
  if (!bounds.some(Array.isArray)) return { high };
  const low = bounds.map((one, i) => bound(Array.isArray(one) ? one[0] : (axes[i]?.min ?? axes[0]?.min ?? 0)));
  return { low, high };
}

/** What a cell says: a number or an outcome; Infinity where the value is not finite, null where the position is not valid. */
function cellValue(kind, cell) {
  if (cell === NONE) return null;
  if (kind === "outcome") return OUTCOMES[cell];
  return cell === INFINITE ? Infinity : cell;
}

/** The values of a box. `data` has a cell for each position, the last coordinate fastest. */
export class Table {
  constructor({ value, low, high, names, most }, data) {
    this.value = value;
    this.low = low.map(integer);
    this.high = high.map(integer);
    this.names = names;
    this.shape = this.low.map((least, i) => Number(BigInt(this.high[i]) - BigInt(least)) + 1);
    this.greatest = most;
    this.data = data;
  }

  /** The value at a position of the box. */
  at(...coordinates) {
    const position = coordinates.flat();
    let cell = 0;
    for (let i = 0; i < this.shape.length; i++) {
      const place = Number(BigInt(position[i] ?? -1) - BigInt(this.low[i]));
      if (position.length !== this.shape.length || place < 0 || place >= this.shape[i])
        throw new RequestError(`(${position.join(",")}) is not within the table`);
      cell = cell * this.shape[i] + place;
    }
    return cellValue(this.value, this.data[cell]);
  }
}

/** The P-positions of a box, in its order: `data` has the coordinates of one after the other. */
export class PositionList {
  constructor({ count, dimensions }, cells) {
    this.count = count;
    this.dimensions = dimensions;
    this.data = new Float64Array(cells.buffer, cells.byteOffset, count * dimensions);
  }

  at(index) {
    return index >= 0 && index < this.count
      ? Array.from(this.data.subarray(index * this.dimensions, (index + 1) * this.dimensions))
      : undefined;
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.count; i++) yield this.at(i);
  }
}

/** The values of heaps from `low` on; `period` where one was asked for and found. */
export class Sequence {
  constructor({ value, low, most, period }, data) {
    this.value = value;
    this.low = integer(low);
    this.greatest = most;
    this.period = period;
    this.data = data;
  }

  /** The value of a heap. */
  at(heap) {
    const place = Number(heap) - Number(this.low);
    if (!(place >= 0 && place < this.data.length)) throw new RequestError(`heap ${heap} is not within the sequence`);
    return cellValue(this.value, this.data[place]);
  }
}
