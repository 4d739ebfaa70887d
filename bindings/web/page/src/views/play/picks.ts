// A move of a compound is chosen component by component: what can be chosen in each, beside what is chosen in the others.
import type { Listed } from "../../boards/board";
import type { Move, OutcomeName, Part } from "../../engine/types";

function isSame(one: Part, other: Part): boolean {
  return one.component === other.component && one.label === other.label && one.to.position === other.to.position;
}

/** The best of outcomes for who leads to them. */
function better(one: OutcomeName | undefined, other: OutcomeName | undefined): OutcomeName | undefined {
  const ranks = [undefined, "N", "draw", "P"] as const;
  return ranks.indexOf(one) >= ranks.indexOf(other) ? one : other;
}

export class Picks {
  private readonly parts: Map<number, Part>;

  /** `chosen` are choices in these moves that were made before. */
  constructor(
    private readonly moves: Move[],
    chosen: Part[] = [],
  ) {
    this.parts = new Map(chosen.map((part) => [part.component, part]));
  }

  /** What is chosen so far, in the order of the components. */
  get chosen(): Part[] {
    return [...this.parts.values()].sort((a, b) => a.component - b.component);
  }

  /** The numbers of the moves that do all that is chosen, but for what is chosen in `except`. */
  private fitting(except = -1): number[] {
    const wanted = this.chosen.filter(({ component }) => component !== except);
    const fits = (move: Move): boolean => wanted.every((part) => move.parts?.some((one) => isSame(one, part)));
    return [...this.moves.keys()].filter((number) => fits(this.moves[number] as Move));
  }

  /** What can be chosen in a component: as moves of that alone, each with the best that it can be part of. */
  choices(component: number): Listed[] {
    const found = new Map<string, Listed>();
    for (const number of this.fitting(component)) {
      const move = this.moves[number] as Move;
      const part = move.parts?.find((one) => one.component === component);
      if (!part) continue;
      const key = JSON.stringify([part.label, part.to.position]);
      const known = found.get(key);
      const outcome = better(known?.move.outcome, move.outcome);
      const own: Move = { component, label: part.label, to: [part.to], ...(outcome ? { outcome } : {}) };
      found.set(key, { move: own, index: known?.index ?? found.size });
    }
    return [...found.values()];
  }

  /** The places among `choices` of what these parts do in their component, and of what is chosen there. */
  static placesOf(parts: Part[], choices: Listed[]): number[] {
    const isOf = (part: Part, { move }: Listed): boolean =>
      part.component === move.component && part.label === move.label && part.to.position === move.to[0]?.position;
    return choices.filter((listed) => parts.some((part) => isOf(part, listed))).map(({ index }) => index);
  }

  /** Chooses what a choice says; what is chosen already is given up. */
  pick({ component, label, to }: Move): void {
    const [place] = to;
    const known = this.parts.get(component);
    if (!place || known?.to.position === place.position) this.parts.delete(component);
    else this.parts.set(component, { component, label, to: place });
  }
  drop(component: number): void {
    this.parts.delete(component);
  }

  /** The one move that is left; null where there are several. */
  only(): number | null {
    const [one, ...others] = this.fitting();
    return one !== undefined && others.length === 0 ? one : null;
  }
  /** The move that does what is chosen and nothing else; null where more must be chosen. */
  exact(): number | null {
    const { size } = this.parts;
    return size === 0 ? null : (this.fitting().find((number) => this.moves[number]?.parts?.length === size) ?? null);
  }
}
