// A game that is being played: the positions so far, whose turn it is, what everybody did. The engine is asked for
// every move and every judgement.
import type { Component, Moves, OutcomeName } from "../engine/types";
import { moveText } from "../boards/board";
import type { Page } from "../page";

export type Side = "you" | "other";

/** Somebody who plays against the person: a player that the engine knows, or a friend at the same screen. */
export const FRIEND = "friend";

interface Step {
  sum: Component[];
  /** What led here, for people; empty at the start. */
  told: string;
  /** Whether what led here lets the same player move again. */
  again: boolean;
  component: number;
  /** What the component was that changed. */
  before: (number | string)[] | null;
}

function opposite(side: Side): Side {
  return side === "you" ? "other" : "you";
}

export class PlayGame {
  moves: Moves | null = null;
  private steps: Step[];
  private at = 0;

  constructor(
    private readonly page: Page,
    start: Component[],
    readonly first: Side,
    readonly opponent: string,
    private readonly seed = Math.floor(Math.random() * 1e9),
  ) {
    this.steps = [{ sum: start, told: "", again: false, component: -1, before: null }];
  }

  get step(): Step {
    return this.steps[this.at] as Step;
  }
  get start(): Component[] {
    return (this.steps[0] as Step).sum;
  }
  get made(): number {
    return this.at;
  }
  get toMove(): Side {
    return this.sideAt(this.at);
  }
  sideAt(move: number): Side {
    const turns = this.steps.slice(1, move + 1).filter((step) => !step.again).length;
    return turns % 2 === 0 ? this.first : opposite(this.first);
  }
  get canUndo(): boolean {
    return this.at > 0;
  }
  get canRedo(): boolean {
    return this.at + 1 < this.steps.length;
  }
  /** Whether a person moves now. */
  get personMoves(): boolean {
    return !this.over && (this.toMove === "you" || this.opponent === FRIEND);
  }
  get over(): boolean {
    return this.moves?.over ?? false;
  }

  /** The moves of the position, each with its value where that is wanted. */
  async look(values: boolean): Promise<Moves> {
    const sum = this.step.sum;
    const moves = await this.page.ask<Moves>("moves", { sum, values });
    if (sum === this.step.sum) this.moves = moves;
    return moves;
  }

  /** Makes a move; what was taken back is forgotten. */
  play(index: number): void {
    const move = this.moves?.moves[index];
    const from = this.moves?.sum[move?.component ?? 0];
    if (!move || !from) return;
    const sum = this.step.sum.flatMap((component, i): Component[] =>
      i === move.component
        ? move.to.map((place) => ({ game: component.game, position: place.position, obliged: move.kind === "entail" }))
        : [{ ...component, obliged: false }],
    );
    this.steps = [
      ...this.steps.slice(0, this.at + 1),
      { sum, told: moveText(move), again: move.kind === "again", component: move.component, before: from.coordinates },
    ];
    this.at++;
    this.moves = null;
  }

  /** What the opponent plays now, by its place among the moves. */
  async chosen(player: string): Promise<number> {
    const request = { sum: this.step.sum, player, seed: this.seed + this.at };
    return (await this.page.ask<{ index: number }>("choose", request)).index;
  }

  goTo(move: number): void {
    this.at = Math.min(Math.max(move, 0), this.steps.length - 1);
    this.moves = null;
  }
  undo(): void {
    // Against a machine, back to where the person moved.
    let to = this.at - 1;
    while (this.opponent !== FRIEND && to > 0 && this.sideAt(to) === "other") to--;
    this.goTo(to);
  }
  redo(): void {
    let to = this.at + 1;
    while (this.opponent !== FRIEND && to + 1 < this.steps.length && this.sideAt(to) === "other") to++;
    this.goTo(to);
  }

  /** Who has won: null while it goes on, and at a draw. */
  get winner(): Side | null {
    const result = this.moves?.over ? this.moves.result : null;
    return result === "P" ? opposite(this.toMove) : result === "N" ? this.toMove : null;
  }

  /** Who could force a win before each move, as the engine sees it: the review. */
  async review(): Promise<{ told: string; side: Side; winning: Side | null; remoteness: number | null }[]> {
    const judged = [];
    for (const [number, { sum, told }] of this.steps.entries()) {
      const side = this.sideAt(number);
      const value = await this.judge(sum);
      const winning = value.outcome === "draw" ? null : value.outcome === "N" ? side : opposite(side);
      judged.push({ told, side, winning, remoteness: value.remoteness });
    }
    return judged;
  }

  private judge(sum: Component[]): Promise<{ outcome: OutcomeName; remoteness: number | null }> {
    return this.page.ask("solve", { sum, most: 0 });
  }
}
