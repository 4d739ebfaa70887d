// A game that is being played: the positions so far, whose turn it is, what everybody did and forbade. The engine is asked for
// every move and every judgement.
import { asked, type Asked, type Component, type Move, type Moves, type OutcomeName, type Place, type Way } from "../../engine/types";
import { moveText, type Told } from "../../boards/board";
import type { Page } from "../../page";
import { say } from "../../words";

export type Side = "you" | "other";

/** Somebody who plays against the person: a player that the engine knows, or a friend at the same screen. */
export const FRIEND = "friend";

interface Step {
  sum: Component[];
  /** What led here, for people; empty at the start. */
  told: string;
  /** Whether what led here lets the same player move again. */
  again: boolean;
  /** What the components were that changed, by their places. */
  before: Map<number, (number | string)[]>;
  /** The numbers of the moves that are forbidden here; null where that is not decided, or nothing can be. */
  forbidden: number[] | null;
  /** The same for people. */
  forbiddenTold: string;
}

/** Who could force a win at a moment of a game. */
export interface Judged {
  after: "start" | "move" | "forbidden";
  /** What led there, for people; empty at the start. */
  told: string;
  /** Whose decision comes next. */
  side: Side;
  winning: Side | null;
  remoteness: number | null;
  /** How many moves were made before. */
  move: number;
}

/** What plays: how, who moves first, and against whom. */
export interface Match {
  way: Way;
  first: Side;
  opponent: string;
  /** What a move from a place, of the component of this number, is in the words of its board; null where it has none. */
  words(component: number, from: Place, to: Place[]): string | null;
}

function opposite(side: Side): Side {
  return side === "you" ? "other" : "you";
}

export class PlayGame {
  moves: Moves | null = null;
  private steps: Step[];
  private at = 0;
  /** Whether the person is to decide anew what is forbidden here. */
  private reconsidered = false;

  constructor(
    private readonly page: Page,
    start: Component[],
    private readonly match: Match,
    private readonly seed = Math.floor(Math.random() * 1e9),
  ) {
    this.steps = [{ sum: start, told: "", again: false, before: new Map(), forbidden: null, forbiddenTold: "" }];
  }

  get first(): Side {
    return this.match.first;
  }
  get opponent(): string {
    return this.match.opponent;
  }
  get way(): Way {
    return this.match.way;
  }
  get step(): Step {
    return this.steps[this.at] as Step;
  }
  get start(): Component[] {
    return (this.steps[0] as Step).sum;
  }
  /** The position, as the engine is asked about it. */
  get asked(): Asked {
    return asked(this.way, this.step.sum);
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
  get over(): boolean {
    return this.moves?.over ?? false;
  }

  // -- What is forbidden

  /** The numbers of the moves that are forbidden here; null where that is not decided. */
  get forbidden(): number[] | null {
    return this.reconsidered ? null : this.step.forbidden;
  }
  /** Up to how many moves may be forbidden now; 0 where that is done, and in games that forbid nothing. */
  get mayForbid(): number {
    return this.over || this.forbidden !== null ? 0 : (this.moves?.may_forbid ?? 0);
  }
  /** What was forbidden here before that is decided anew. */
  get forbiddenBefore(): number[] {
    return this.step.forbidden ?? [];
  }
  /** Whether a person forbids now. */
  get personForbids(): boolean {
    return this.mayForbid > 0 && this.personForbidsAt(this.at);
  }
  private personForbidsAt(move: number): boolean {
    return this.opponent === FRIEND || this.sideAt(move) === "other";
  }
  /** Whether a person moves now. */
  get personMoves(): boolean {
    return !this.over && this.mayForbid === 0 && (this.toMove === "you" || this.opponent === FRIEND);
  }

  /** Decides what is forbidden; what was taken back is forgotten. */
  forbid(numbers: number[]): void {
    const moves = this.moves?.moves ?? [];
    const list = numbers.flatMap((number) => (moves[number] ? [this.textOf(moves[number])] : []));
    this.steps = [...this.steps.slice(0, this.at), { ...this.step, forbidden: numbers, forbiddenTold: list.join("; ") || say("move.nothing") }];
    this.reconsidered = false;
    this.moves = null;
  }

  // -- Moves

  /** A move in words; among several components it says where. */
  textOf(move: Move): string {
    return moveText(move, this.components);
  }
  /** The components, for people. */
  get components(): Told[] {
    return (this.moves?.sum ?? []).map((place, i) => ({
      name: `${this.step.sum[i]?.game.name ?? ""} ${place.shown.replaceAll("\n", " / ")}`,
      words: (to) => this.match.words(i, place, to),
    }));
  }

  /** The moves of the position, each with its value where that is wanted. */
  async look(values: boolean): Promise<Moves> {
    const { step } = this;
    const forbidden = this.forbidden ?? [];
    const moves = await this.page.ask<Moves>("moves", { sum: this.asked, values, forbidden });
    if (step === this.step) this.moves = moves;
    return moves;
  }

  private after(move: Move): Component[] {
    const { sum } = this.step;
    if (!move.parts)
      return sum.flatMap((component, i): Component[] =>
        i === move.component
          ? move.to.map((place) => ({ game: component.game, position: place.position, obliged: move.kind === "entail" }))
          : [{ ...component, obliged: false }],
      );
    const moved = new Map(move.parts.map(({ component, to }) => [component, to.position]));
    const left = this.way === "ordinal" ? Math.max(...moved.keys()) + 1 : sum.length;
    return sum.slice(0, left).map((component, i) => {
      const position = moved.get(i);
      return position === undefined ? component : { ...component, position };
    });
  }

  /** Makes a move; what was taken back is forgotten. */
  play(index: number): void {
    const move = this.moves?.moves[index];
    const places = this.moves?.sum;
    if (!move || !places) return;
    const changed = move.parts ? move.parts.map(({ component }) => component) : [move.component];
    const before = new Map(changed.map((i) => [i, places[i]?.coordinates ?? []]));
    const step = { sum: this.after(move), told: this.textOf(move), again: move.kind === "again", before };
    this.steps = [...this.steps.slice(0, this.at + 1), { ...step, forbidden: null, forbiddenTold: "" }];
    this.at++;
    this.reconsidered = false;
    this.moves = null;
  }

  private request(player: string): object {
    return { sum: this.asked, player, seed: this.seed + this.at };
  }
  /** What a player plays now, by its place among the moves. */
  async chosen(player: string): Promise<number> {
    const request = { ...this.request(player), forbidden: this.forbidden ?? [] };
    return (await this.page.ask<{ index: number }>("choose", request)).index;
  }
  /** What a player who does not move forbids, by its places among the moves. */
  async chosenToForbid(player: string): Promise<number[]> {
    return (await this.page.ask<{ indices: number[] }>("forbid", this.request(player))).indices;
  }

  // -- Back and forward

  goTo(move: number): void {
    this.at = Math.min(Math.max(move, 0), this.steps.length - 1);
    this.reconsidered = this.step.forbidden !== null && this.personForbidsAt(this.at);
    this.moves = null;
  }
  private get isBlocking(): boolean {
    return this.steps.some(({ forbidden }) => forbidden !== null);
  }
  private get forbiddenByPerson(): boolean {
    return this.forbidden !== null && this.personForbidsAt(this.at);
  }
  get canUndo(): boolean {
    return this.at > 0 || this.forbiddenByPerson;
  }
  get canRedo(): boolean {
    return this.at + 1 < this.steps.length;
  }
  /** Back to where the person decided: against a machine that is every move of the person, and every forbidding. */
  undo(): void {
    let to = this.forbiddenByPerson ? this.at : this.at - 1;
    if (!this.isBlocking) while (this.opponent !== FRIEND && to > 0 && this.sideAt(to) === "other") to--;
    this.goTo(to);
  }
  redo(): void {
    let to = this.at + 1;
    if (!this.isBlocking) while (this.opponent !== FRIEND && to + 1 < this.steps.length && this.sideAt(to) === "other") to++;
    this.goTo(to);
  }

  // -- Who wins

  /** Who has won: null while it goes on, and at a draw. */
  get winner(): Side | null {
    return this.moves?.over ? this.winnerOf(this.moves.result, this.toMove) : null;
  }
  private winnerOf(outcome: OutcomeName | null, side: Side): Side | null {
    return outcome === "P" ? opposite(side) : outcome === "N" ? side : null;
  }

  /** Who could force a win before each move and each forbidding, as the engine sees it: the review. */
  async review(): Promise<Judged[]> {
    const judged: Judged[] = [];
    for (const [move, step] of this.steps.entries()) {
      const side = this.sideAt(move);
      const { outcome, remoteness } = await this.judge(asked(this.way, step.sum));
      const winning = this.winnerOf(outcome, side);
      const forbids = step.forbidden !== null;
      judged.push({ after: move === 0 ? "start" : "move", told: step.told, side: forbids ? opposite(side) : side, winning, remoteness, move });
      if (!forbids) continue;
      const left = await this.winnerAfterForbidding(step, side);
      judged.push({ after: "forbidden", told: step.forbiddenTold, side, winning: left, remoteness: null, move });
    }
    return judged;
  }

  /** Who could force a win after what was forbidden: what a perfect player makes of what is left. */
  private async winnerAfterForbidding({ sum, forbidden }: Step, side: Side): Promise<Side | null> {
    const request = { sum, forbidden: forbidden ?? [] };
    const { over, result } = await this.page.ask<Moves>("moves", request);
    if (over) return this.winnerOf(result, side);
    const { move } = await this.page.ask<{ move: Move }>("choose", { ...request, player: "perfect", seed: 1 });
    const next = move.to.map(({ position }) => ({ game: sum[0]?.game, position }));
    return this.winnerOf((await this.judge(next)).outcome, opposite(side));
  }

  private judge(sum: unknown): Promise<{ outcome: OutcomeName; remoteness: number | null }> {
    return this.page.ask("solve", { sum, most: 0 });
  }
}
