// What the views share: the state, the game as it is loaded, the engine's two workers.
import { Cancelled, Engine, EngineError, type Answered } from "./engine/client";
import { asked, type Asked, type Colours, type Component, type GameCard, type Way } from "./engine/types";
import type { PageState } from "./state";

/**
 * What of the page changed: the game, as it was loaded; the position; how it is played, with which games beside it; the view; the rules,
 * which are not loaded yet, or what is said of them; all of it, because something else was opened.
 */
export type Change = "game" | "position" | "play" | "view" | "rules" | "opened";

/** How long a question may take while a later one waits for it, in milliseconds. */
const PATIENCE = 150;

export class Page {
  /** For what people wait for while they look: rules, moves, play. */
  readonly quick = new Engine();
  /** For what may take long: tables, sequences, graphs, theorems. */
  readonly slow = new Engine();
  /** The game as it was last loaded without an error. */
  card: GameCard | null = null;
  /** Why the rules cannot be loaded now; null while they can. */
  error: EngineError | null = null;
  /** An error of the rules that showed while something was computed; it stands until the rules change. */
  failure: EngineError | null = null;
  /** Whether the rules changed and are not loaded yet. */
  pending = false;
  /** Whether the browser keeps what is changed. */
  remembers = true;
  /** Whether the game became the person's own by the last change. */
  justEdited = false;
  colours!: Colours;

  private readonly listeners = new Set<(change: Change) => void>();
  private loading: Promise<void> | null = null;
  private wanted = false;
  private impatience: ReturnType<typeof setTimeout> | undefined;
  private lastAsked: Promise<unknown> = Promise.resolve();

  /** `work` is which of the kept games is seen; null for none. */
  constructor(
    readonly state: PageState,
    public work: string | null,
  ) {}

  listen(listener: (change: Change) => void): void {
    this.listeners.add(listener);
  }
  tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Asks who is quick, or who may take long. */
  async ask<T>(verb: string, request: object = {}): Promise<T> {
    const asked = this.quick.ask<T>(verb, request);
    this.lastAsked = asked.catch(() => null);
    return (await asked).answer;
  }
  askSlowly<T>(verb: string, request: object = {}): Promise<Answered<T>> {
    return this.slow.ask<T>(verb, request);
  }

  /** The position that is looked at, as a sum. */
  sum(): Component[] {
    const { game, position } = this.state;
    const text = position ?? (this.isHeap() ? this.card?.example_sum?.join(",") : undefined);
    return text === undefined ? [{ game }] : this.components(text);
  }

  /** A position that was written: one component, or several heaps of a game of one heap. */
  components(text: string): Component[] {
    const { game } = this.state;
    const heaps = this.isHeap() && /^\s*\d+(\s*[,+ ]\s*\d+)+\s*$/.test(text) ? (text.match(/\d+/g) ?? []) : [text];
    return heaps.map((position) => ({ game, position }));
  }

  /** The games that are played beside what is looked at; where who loses was chosen, it is so in all of them. */
  others(): Component[] {
    const { game, play } = this.state;
    return (play.others ?? []).map((component) =>
      game.play ? { ...component, game: { ...component.game, play: game.play } } : component,
    );
  }

  /** How all that is played at once is played. */
  get way(): Way {
    return this.state.play.way ?? "disjunctive";
  }

  /** All that is played at once. */
  played(): Component[] {
    return [...this.sum(), ...this.others()];
  }

  /** The same, as the engine is asked about it. */
  asked(): Asked {
    return asked(this.way, this.played());
  }

  private isHeap(): boolean {
    return Array.isArray(this.card?.position) && this.card.position.length === 1;
  }

  setPosition(position: string): void {
    this.state.position = position;
    this.tell("position");
  }

  /** A position off the edge of a game of numbers; null for other games. */
  private somewhere(card: GameCard): string | null {
    if (!Array.isArray(card.position)) return null;
    return `(${card.position.map(({ min, max }) => Math.min((min ?? 0) + 7, max ?? Infinity)).join(",")})`;
  }

  /**
   * Some mistakes of a rule show only where its moves are asked for: at the position where play begins, or at some
   * other where there is none.
   */
  private async tryMoves(card: GameCard): Promise<void> {
    const { game } = this.state;
    try {
      await this.ask("moves", { sum: [{ game }] });
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== "request") throw error;
      const position = this.somewhere(card);
      if (position === null) return;
      await this.ask("moves", { sum: [{ game, position }] }).catch((other: unknown) => {
        if (!(other instanceof EngineError) || other.kind !== "request") throw other;
      });
    }
  }

  /** Shows another state; `work` as above. The rules are loaded where they differ. */
  open(state: PageState, work: string | null): void {
    const same = JSON.stringify(state.game) === JSON.stringify(this.state.game) && !this.error && !this.pending;
    for (const name of Object.keys(this.state)) delete (this.state as unknown as Record<string, unknown>)[name];
    Object.assign(this.state, structuredClone(state));
    this.work = work;
    this.pending = !same; // before anybody looks
    this.tell("opened");
    if (same) this.tell("position");
    else void this.load();
  }

  /** Says that the rules are not those that were loaded. */
  awaitRules(): void {
    this.pending = true;
    this.failure = null;
    this.tell("rules");
  }

  /** Says that the rules stopped with an error while something was computed. */
  fail(error: EngineError): void {
    this.failure = error;
    this.tell("rules");
  }

  /** Loads the game that the state names. What is asked for meanwhile is loaded after it, once. */
  async load(): Promise<void> {
    this.wanted = true;
    this.awaitRules();
    if (this.loading) this.impatience ??= setTimeout(() => this.quick.cancel(), PATIENCE);
    this.loading ??= this.loadAll();
    await this.loading;
  }

  private async loadAll(): Promise<void> {
    try {
      while (this.wanted) {
        const told = await this.loadOnce();
        this.pending = this.wanted;
        if (told) this.tell("game");
      }
    } finally {
      this.loading = null;
    }
  }

  /** Whether there is an answer, which may be an error of the rules. */
  private async loadOnce(): Promise<boolean> {
    if (this.quick.busy) {
      await Promise.race([this.lastAsked, new Promise((done) => setTimeout(done, PATIENCE))]);
      if (this.quick.busy) this.quick.cancel();
    }
    this.wanted = false; // what is asked for now is the newest, and nobody waits for a later one
    clearTimeout(this.impatience);
    this.impatience = undefined;
    try {
      const card = await this.ask<GameCard>("game", { game: this.state.game });
      await this.tryMoves(card);
      this.card = card;
      this.error = null;
    } catch (error) {
      if (error instanceof Cancelled) return false;
      if (!(error instanceof EngineError)) throw error;
      this.error = error;
    }
    return true;
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
