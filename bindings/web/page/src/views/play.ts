// Playing: against the machine, at levels, against the game's own players, or with a friend; several games side by
// side if wanted.
import { moveText, type Listed } from "../boards/board";
import { boardsFor, drawBoard } from "../boards/boards";
import { button, choice, h } from "../dom";
import { theLibrary } from "../engine/assets";
import { Cancelled } from "../engine/client";
import type { Component, GameCard, Place } from "../engine/types";
import { reason, type Page } from "../page";
import { outcomeForOpponent, signOfMove, valueText } from "../values";
import { say } from "../words";
import { paragraphs } from "./about";
import { FRIEND, PlayGame, type Side } from "./play_game";
import { positionField } from "./position_field";
import { reviewPicture } from "./review";
import { opponentOf, TaskBar, taskMaker } from "./task";

const PAUSE = 350;

export class PlayView {
  readonly element: HTMLElement;
  private readonly setup = h("div", { class: "toolbar setup" });
  private readonly others = h("div", { class: "toolbar others" });
  private readonly status = h("p", { class: "status turn", role: "status", "aria-live": "polite" });
  private readonly task: TaskBar;
  private readonly maker = h("div", {});
  private readonly table = h("div", { class: "table" });
  private readonly choices = h("div", { class: "choices" });
  private readonly controls = h("div", { class: "toolbar" });
  private readonly list = h("details", { class: "all-moves" });
  private readonly told = h("div", { class: "prose told", "aria-live": "polite" });
  private game: PlayGame | null = null;
  private readonly cards = new Map<string, GameCard>();
  private valued = false;
  private hint = -1;
  private asked = "";
  private turn = 0;
  /** Whether the game was counted for the assignment. */
  private counted = false;
  /** Whether a move was made that has not been shown yet. */
  private fresh = false;

  constructor(private readonly page: Page) {
    this.task = new TaskBar(page);
    this.element = h(
      "section",
      { class: "view play", "aria-label": say("play.name") },
      this.task.element,
      this.status,
      this.table,
      this.choices,
      this.controls,
      this.told,
      this.setup,
      this.others,
      this.list,
      this.maker,
    );
    page.listen((change) => {
      if (change === "game") this.asked = "";
      if (page.state.view === "play") void this.refresh();
    });
  }

  async refresh(): Promise<void> {
    const { card, error, state } = this.page;
    if (!card || error) return;
    const key = JSON.stringify([state.game, state.position, state.play.others, state.task]);
    if (key === this.asked) return;
    this.asked = key;
    this.cards.set(JSON.stringify(state.game), card);
    await this.begin(this.startOf());
    if (key === this.asked) this.element.dataset["shown"] = key;
  }

  /** What is played now: what the assignment asks for, or what is looked at with the games beside it. */
  private startOf(): Component[] {
    const { task, play } = this.page.state;
    return task ? this.page.components(this.task.position(task)) : [...this.page.sum(), ...(play.others ?? [])];
  }

  /** A new game from a sum of positions. */
  private async begin(start: Component[]): Promise<void> {
    const { play, task } = this.page.state;
    this.game = new PlayGame(this.page, start, play.first ?? "you", task ? opponentOf(task) : (play.opponent ?? "perfect"));
    this.counted = false;
    if (task) this.valued = false;
    this.task.show();
    this.told.replaceChildren();
    await this.showSetup();
    await this.next();
  }

  private players(): [string, string][] {
    const own = this.page.card?.players ?? [];
    const levels = [9, 7, 5, 3, 1].map((level): [string, string] => [`level:${level}`, say("play.level", { level })]);
    return [
      ["perfect", say("play.perfect")],
      ...levels,
      ["random", say("play.random")],
      ...own.map((name): [string, string] => [name, say("play.own", { name })]),
      [FRIEND, say("play.friend")],
    ];
  }

  private async showSetup(): Promise<void> {
    const { card, state } = this.page;
    if (!card) return;
    const firsts: [Side, string][] = [
      ["you", say("play.first.you")],
      ["other", say("play.first.other")],
    ];
    this.element.classList.toggle("assigned", state.task !== undefined);
    this.maker.replaceChildren(...(state.task ? [] : [taskMaker(this.page)]));
    const boards = boardsFor(card).map((name): [string, string] => [name, say(`board.${name}`)]);
    const changed = (change: Partial<typeof state.play>): void => {
      Object.assign(state.play, change);
      if (state.task && this.game && this.game.made > 0) this.count(false);
      void this.begin(state.task ? this.startOf() : (this.game?.start ?? this.page.sum()));
    };
    if (state.task) {
      this.setup.replaceChildren(choice(say("play.first"), firsts, state.play.first ?? "you", (first) => changed({ first })));
      this.others.replaceChildren();
      return;
    }
    this.setup.replaceChildren(
      choice(say("play.against"), this.players(), state.play.opponent ?? "perfect", (opponent) => changed({ opponent })),
      choice(say("play.first"), firsts, state.play.first ?? "you", (first) => changed({ first })),
      positionField(this.page),
      choice(say("play.board"), boards, state.play.board ?? boards[0]?.[0] ?? "numbers", (board) => {
        state.play.board = board;
        this.draw();
      }),
      button(say("play.random_start"), () => void this.randomStart()),
    );
    const names = Object.keys((await theLibrary()).rules);
    const options: [string, string][] = [["", say("play.add")], ...names.map((name): [string, string] => [name, name])];
    this.others.replaceChildren(
      choice(say("play.side"), options, "", (name) => {
        if (name) this.addGame(name);
      }),
      ...(state.play.others ?? []).map((component, i) =>
        button(
          `${component.game.name} ×`,
          () => {
            state.play.others?.splice(i, 1);
            void this.refresh();
          },
          { "aria-label": say("play.take_away", { name: component.game.name }) },
        ),
      ),
    );
  }

  private addGame(name: string): void {
    const play = this.page.state.play;
    play.others = [...(play.others ?? []), { game: { name, settings: {} } }];
    void this.refresh();
  }

  private async randomStart(): Promise<void> {
    const seed = Math.floor(Math.random() * 1e9);
    try {
      const found: string[] = [];
      for (const [i, { game, position }] of this.page.sum().entries()) {
        const like = position === undefined ? {} : { like: position };
        found.push((await this.page.ask<{ position: string }>("random", { game, seed: seed + i, ...like })).position);
      }
      this.page.setPosition(found.length > 1 ? found.map((heap) => heap.replace(/[()]/g, "")).join(",") : (found[0] ?? ""));
    } catch (error) {
      this.tell(reason(error));
    }
  }

  private tell(...content: (HTMLElement | string)[]): void {
    this.told.replaceChildren(...content);
  }

  /** Looks at the position, and lets the machine move where it is its turn. */
  private async next(): Promise<void> {
    const game = this.game;
    const mine = ++this.turn;
    if (!game) return;
    this.hint = -1;
    this.choices.replaceChildren();
    this.element.setAttribute("aria-busy", "true");
    delete this.element.dataset["winner"];
    try {
      await this.loadCards(game);
      if (game.start.some(({ game: description }) => this.cards.get(JSON.stringify(description))?.blocking)) {
        this.showError("In this game options are forbidden before each move: it is played in the terminal, by bouton play.");
        return;
      }
      await game.look(this.valued);
      if (mine !== this.turn) return;
      this.draw();
      if (game.over) {
        this.count(game.winner === "you");
        void this.showReview();
      }
      if (game.over || game.personMoves) {
        this.element.removeAttribute("aria-busy");
        return;
      }
      const [index] = await Promise.all([game.chosen(game.opponent), new Promise((done) => setTimeout(done, PAUSE))]);
      if (mine !== this.turn) return;
      game.play(index);
      this.fresh = true;
      await this.next();
    } catch (error) {
      if (mine === this.turn && !(error instanceof Cancelled)) this.showError(reason(error));
    }
  }

  /** Counts the game for the assignment, once. */
  private count(won: boolean): void {
    if (!this.page.state.task || this.counted) return;
    this.counted = true;
    this.task.count(won);
  }

  /** The next game of the assignment; one that was begun is given up, and counts as a game. */
  private nextGame(game: PlayGame): void {
    if (game.made > 0) this.count(false);
    void this.begin(this.startOf());
  }

  private showError(text: string): void {
    this.element.removeAttribute("aria-busy");
    this.status.className = "status turn error";
    this.status.textContent = text;
    this.table.replaceChildren();
    this.controls.replaceChildren();
    this.list.replaceChildren();
  }

  private async loadCards(game: PlayGame): Promise<void> {
    for (const { game: description } of game.start) {
      const key = JSON.stringify(description);
      if (!this.cards.has(key)) this.cards.set(key, await this.page.ask<GameCard>("game", { game: description }));
    }
  }

  private cardOf(i: number): GameCard | undefined {
    const component = this.game?.step.sum[i];
    return component ? this.cards.get(JSON.stringify(component.game)) : undefined;
  }

  private draw(): void {
    const game = this.game;
    if (!game?.moves) return;
    const fresh = this.fresh;
    this.fresh = false;
    this.showTurn(game);
    const listed = game.moves.moves.map((move, index): Listed => ({ move, index }));
    this.table.replaceChildren(...game.moves.sum.map((place, i) => this.component(game, place, i, listed, fresh)));
    this.showControls(game);
    this.showList(game, listed);
  }

  private showTurn(game: PlayGame): void {
    const friend = game.opponent === FRIEND;
    const name = (side: Side): "you" | "machine" | "first" | "second" =>
      side === "you" ? (friend ? "first" : "you") : friend ? "second" : "machine";
    const last = game.step.told ? ` ${say("play.last", { move: game.step.told })}` : "";
    this.status.className = "status turn";
    if (!game.over) {
      const begin = game.made === 0 && game.personMoves ? ` ${say("begin.play")}` : "";
      this.status.textContent = say(`play.turn.${name(game.toMove)}`) + begin + last;
      return;
    }
    const winner = game.winner;
    this.status.classList.add("finished");
    this.status.textContent = (winner ? say(`play.won.${name(winner)}`) : say("play.drawn")) + last;
    this.element.dataset["winner"] = winner ?? "draw";
  }

  private component(game: PlayGame, place: Place, i: number, listed: Listed[], fresh: boolean): HTMLElement {
    const card = this.cardOf(i);
    if (!card) return h("div", {});
    const moves = listed.filter(({ move }) => move.component === i);
    const several = (game.moves?.sum.length ?? 0) > 1;
    const board = i === 0 || card.name === this.page.card?.name ? this.page.state.play.board : undefined;
    const picture = drawBoard(board, {
      page: this.page,
      card,
      place,
      moves,
      active: game.personMoves,
      valued: this.valued,
      hint: this.hint,
      before: game.step.component === i ? game.step.before : null,
      fresh: fresh && game.step.component === i,
      choose: (chosen) => this.choose(chosen),
    });
    return h(
      "figure",
      { class: several ? "component" : "component single" },
      h(
        "figcaption",
        {},
        `${several ? `${card.title || card.name}: ` : ""}${place.shown.includes("\n") ? "" : place.shown}`,
      ),
      picture,
    );
  }

  /** One move is played; of several the person chooses. */
  private choose(moves: Listed[]): void {
    if (!this.game?.personMoves) return;
    const [only, ...more] = moves;
    if (!only) return;
    if (more.length === 0) {
      this.play(only.index);
      return;
    }
    this.choices.replaceChildren(
      h("span", {}, say("play.which")),
      ...moves.slice(0, 24).map((listed) => this.moveButton(listed)),
    );
    this.choices.querySelector("button")?.focus();
  }

  private moveButton(listed: Listed): HTMLButtonElement {
    const sign = this.valued ? signOfMove(outcomeForOpponent(listed.move)) : "";
    const hinted = listed.index === this.hint ? "hinted" : "";
    return button(`${moveText(listed.move)} ${sign}`, () => this.play(listed.index), { class: `move ${hinted}` });
  }

  private play(index: number): void {
    this.tell();
    this.game?.play(index);
    this.fresh = true;
    void this.next();
  }

  private showControls(game: PlayGame): void {
    const act = (change: () => void) => (): void => {
      change();
      this.tell();
      void this.next();
    };
    if (this.page.state.task) {
      this.controls.replaceChildren(
        button(say(game.over ? "play.next" : "play.give_up"), () => this.nextGame(game), { disabled: !game.over && game.made === 0 }),
        button(say("play.review"), () => void this.showReview(), { disabled: !game.over }),
      );
      return;
    }
    this.controls.replaceChildren(
      button(say("play.hint"), () => void this.showHint(), { disabled: !game.personMoves }),
      button(say("play.why"), () => void this.showWhy(), { disabled: game.over }),
      button(
        say("play.undo"),
        act(() => game.undo()),
        { disabled: !game.canUndo },
      ),
      button(
        say("play.redo"),
        act(() => game.redo()),
        { disabled: !game.canRedo },
      ),
      button(
        say(this.valued ? "play.values.hide" : "play.values.show"),
        () => {
          this.valued = !this.valued;
          void this.next();
        },
        { "aria-pressed": String(this.valued) },
      ),
      button(say("play.review"), () => void this.showReview()),
      button(say("play.rematch"), () => {
        const { play } = this.page.state;
        play.first = game.first === "you" ? "other" : "you";
        void this.begin(game.start);
      }),
      button(say("play.again"), () => void this.begin(game.start)),
    );
    if (this.valued && game.moves?.value) this.tell(h("p", {}, say("play.is", { value: valueText(game.moves.value) })));
  }

  private showList(game: PlayGame, listed: Listed[]): void {
    const shown = listed.slice(0, 200);
    this.list.replaceChildren(
      h("summary", {}, say("play.all", { n: listed.length })),
      h(
        "div",
        { class: "toolbar" },
        ...shown.map((one) => {
          const move = this.moveButton(one);
          move.disabled = !game.personMoves;
          return move;
        }),
      ),
    );
  }

  private async showHint(): Promise<void> {
    const game = this.game;
    if (!game?.moves) return;
    try {
      const index = await game.chosen("perfect");
      const move = game.moves?.moves[index];
      if (!move) return;
      this.hint = index;
      this.draw();
      this.tell(h("p", {}, say("play.hint_is", { move: moveText(move) })));
    } catch (error) {
      this.tell(reason(error));
    }
  }

  private async showWhy(): Promise<void> {
    if (!this.game) return;
    try {
      const why = await this.page.ask<{ reason: string[] }>("why", { sum: this.game.step.sum });
      this.tell(...paragraphs(why.reason));
    } catch (error) {
      this.tell(reason(error));
    }
  }

  private async showReview(): Promise<void> {
    const game = this.game;
    const mine = this.turn;
    if (!game) return;
    try {
      const judged = await game.review();
      if (mine !== this.turn) return; // the game has gone on
      this.tell(
        reviewPicture(judged, (move) => {
          if (this.page.state.task) return; // what was counted is not taken back
          game.goTo(move);
          void this.next();
        }),
      );
    } catch (error) {
      this.tell(reason(error));
    }
  }
}
