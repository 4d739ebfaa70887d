// What the views share: the state, the game as it is loaded, the engine's two workers.
import { Engine, EngineError, type Answered } from "./engine/client";
import type { Colours, Component, GameCard } from "./engine/types";
import type { PageState } from "./state";

/** What of the page changed. */
export type Change = "game" | "position" | "view";

export class Page {
  /** For what people wait for while they look: rules, moves, play. */
  readonly quick = new Engine();
  /** For what may take long: tables, sequences, graphs, theorems. */
  readonly slow = new Engine();
  /** The game as it was last loaded without an error. */
  card: GameCard | null = null;
  /** Why the rules cannot be loaded now; null while they can. */
  error: EngineError | null = null;
  colours!: Colours;

  private readonly listeners = new Set<(change: Change) => void>();
  private loading = 0;

  constructor(readonly state: PageState) {}

  listen(listener: (change: Change) => void): void {
    this.listeners.add(listener);
  }
  tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Asks who is quick, or who may take long. */
  async ask<T>(verb: string, request: object = {}): Promise<T> {
    return (await this.quick.ask<T>(verb, request)).answer;
  }
  askSlowly<T>(verb: string, request: object = {}): Promise<Answered<T>> {
    return this.slow.ask<T>(verb, request);
  }

  /** The position that is looked at, as a sum of one component. */
  sum(): Component[] {
    const { game, position } = this.state;
    return [position === undefined ? { game } : { game, position }];
  }

  setPosition(position: string): void {
    this.state.position = position;
    this.tell("position");
  }

  /**
   * Some mistakes of a rule show only where its moves are asked for: at the position where play begins, if there is
   * one.
   */
  private async tryMoves(): Promise<void> {
    try {
      await this.ask("moves", { sum: [{ game: this.state.game }] });
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== "request") throw error;
    }
  }

  /** Loads the game that the state names. Only the last of several loads counts. */
  async load(): Promise<void> {
    const mine = ++this.loading;
    try {
      if (this.quick.busy) this.quick.cancel();
      const card = await this.ask<GameCard>("game", { game: this.state.game });
      await this.tryMoves();
      if (mine !== this.loading) return;
      this.card = card;
      this.error = null;
    } catch (error) {
      if (mine !== this.loading || !(error instanceof EngineError)) return;
      this.error = error;
    }
    this.tell("game");
  }
}

/** A colour of the engine's, for the style sheet. */
export function css(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** Why something failed, for people; empty where somebody ended it. */
export function reason(error: unknown): string {
  if (error instanceof EngineError) return error.message;
  return error instanceof Error && error.message !== "cancelled" ? error.message : "";
}
