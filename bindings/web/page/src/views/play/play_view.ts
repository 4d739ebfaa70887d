// Playing: against the machine, at levels, against the game's own players, or with a friend; several games side by
// side if wanted, in any of the ways of playing several at once; moves that are forbidden before a move.
import { partText, type Listed } from "../../boards/board";
import { drawBoard, wordsOnBoard } from "../../boards/boards";
import { button, h, redrawn } from "../../dom";
import { Cancelled } from "../../engine/client";
import type { Component, GameCard, Place } from "../../engine/types";
import { reason, type Page } from "../../page";
import { outcomeForOpponent, signOfMove, valueText } from "../../values";
import { say } from "../../words";
import { paragraphs } from "../about";
import { wayRule } from "../way_field";
import { FRIEND, PlayGame, type Side } from "./game";
import { Picks } from "./picks";
import { reviewPicture } from "./review";
import { Setup } from "./setup";
import { opponentOf, TaskBar } from "./task";

const PAUSE = 350;

export class PlayView {
  readonly element: HTMLElement;
  private readonly setup: Setup;
  private readonly status = h("p", { class: "status turn", role: "status", "aria-live": "polite" });
  private readonly task: TaskBar;
  private readonly table = h("div", { class: "table" });
  private readonly choices = h("div", { class: "choices" });
  private readonly controls = h("div", { class: "toolbar" });
  private readonly list = h("details", { class: "all-moves" });
  private readonly told = h("div", { class: "prose told", "aria-live": "polite" });
  private game: PlayGame | null = null;
  private readonly cards = new Map<string, GameCard>();
  private valued = false;
  /** The moves that a hint points at, by their places. */
  private hints: number[] = [];
  /** What is chosen of a move of a compound; null where moves are not put together. */
  private picks: Picks | null = null;
  /** The moves that the person is about to forbid. */
  private crossed: number[] = [];
  private asked = "";
  /** Whether the last question about the game was ended before its answer. */
  private interrupted = false;
  private turn = 0;
  /** The moment of the game that the choices belong to. */
  private moment: { step: object; forbids: boolean } | null = null;
  /** Whether the game was counted for the assignment. */
  private counted = false;
  /** Whether a move was made that has not been shown yet. */
  private fresh = false;

  /** Whether the last move was made where the keyboard was: it comes back to the board with the next turn. */
  private led = false;

  constructor(private readonly page: Page) {
    this.task = new TaskBar(page);
    this.setup = new Setup(page, () => this.changeMatch(), () => this.draw(), (text) => this.tell(text));
    this.element = h(
      "section",
      { class: "view play", "aria-label": say("play.name") },
      this.task.element,
      this.status,
      this.table,
      this.choices,
      this.controls,
      this.told,
      this.setup.match,
      this.setup.others,
      this.list,
      this.setup.maker,
    );
    page.listen(() => {
      if (page.state.view === "play") void this.refresh();
    });
  }

  async refresh(): Promise<void> {
    const { card, error, pending, state } = this.page;
    if (!card || error || pending) return; // while rules are loaded, the card is that of others
    const key = JSON.stringify([state.game, state.position, state.play.others, state.task, state.play.way]);
    if (key === this.asked) {
      // Rules that were loaded again may have cut off what was asked; the game goes on where it was.
      if (this.interrupted) await this.next();
      return;
    }
    this.asked = key;
    this.cards.set(JSON.stringify(state.game), card);
    await this.begin(this.startOf());
    if (key === this.asked) this.element.dataset["shown"] = key;
  }

  /** What is played now: what the assignment asks for, or what is looked at with the games beside it. */
  private startOf(): Component[] {
    const { task } = this.page.state;
    return task ? this.page.components(this.task.position(task)) : this.page.played();
  }

  /** A new game from a sum of positions. */
  private async begin(start: Component[]): Promise<void> {
    const { play, task } = this.page.state;
    this.turn++; // what was asked of the game before comes too late
    this.element.setAttribute("aria-busy", "true");
    const opponent = task ? opponentOf(task) : (play.opponent ?? "perfect");
    this.game = new PlayGame(this.page, start, {
      way: this.page.way,
      first: play.first ?? "you",
      opponent,
      words: (component, from, to) => {
        const card = this.cardOf(component);
        return card ? wordsOnBoard(this.boardOf(component, card), card, from, to) : null;
      },
    });
    this.counted = false;
    if (task) this.valued = false;
    this.task.show();
    this.told.replaceChildren();
    this.element.classList.toggle("assigned", task !== undefined);
    const show = await this.setup.ready();
    redrawn(this.element, show);
    await this.next();
  }

  /** Begins again, against somebody else or with the other side first. */
  private changeMatch(): void {
    const { task } = this.page.state;
    if (task && this.game && this.game.made > 0) this.count(false);
    void this.begin(task || !this.game ? this.startOf() : this.game.start);
    this.page.tell("play");
  }

  private tell(...content: (HTMLElement | string)[]): void {
    this.told.replaceChildren(...content);
  }

  /** Looks at the position, and lets the machine move where it is its turn. */
  private async next(): Promise<void> {
    const game = this.game;
    const mine = ++this.turn;
    this.interrupted = false;
    if (!game) return;
    this.choices.replaceChildren();
    this.element.setAttribute("aria-busy", "true");
    delete this.element.dataset["winner"];
    try {
      await this.loadCards(game);
      await game.look(this.valued);
      if (mine !== this.turn) return;
      const listed = game.moves?.moves ?? [];
      if (!game.over && listed.length === 0) {
        this.showError(say("play.too_many", { n: game.moves?.count ?? "?" }));
        return;
      }
      const moment = { step: game.step, forbids: game.personForbids };
      const same = moment.step === this.moment?.step && moment.forbids === this.moment.forbids; // only values come and go
      this.moment = moment;
      if (!same) {
        this.hints = [];
        this.crossed = game.personForbids ? game.forbiddenBefore : [];
      }
      const isCompound = listed.some(({ parts }) => parts);
      this.picks = isCompound ? new Picks(listed, same ? this.picks?.chosen : []) : null;
      this.draw();
      if (game.over) {
        this.count(game.winner === "you");
        void this.showReview();
      }
      if (game.over || game.personMoves || game.personForbids) {
        this.element.removeAttribute("aria-busy");
        return;
      }
      const act = await this.chosenByMachine(game);
      if (mine !== this.turn) return;
      act();
      await this.next();
    } catch (error) {
      if (mine !== this.turn) return;
      if (error instanceof Cancelled) this.interrupted = true;
      else this.showError(reason(error));
    }
  }

  /** What the machine does now, after a moment. */
  private async chosenByMachine(game: PlayGame): Promise<() => void> {
    const pause = new Promise((done) => setTimeout(done, PAUSE));
    if (game.mayForbid > 0) {
      const [numbers] = await Promise.all([game.chosenToForbid(game.opponent), pause]);
      return () => game.forbid(numbers);
    }
    const [index] = await Promise.all([game.chosen(game.opponent), pause]);
    return () => {
      game.play(index);
      this.fresh = true;
    };
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

  /** The board that was chosen for a component; the usual one where none was. */
  private boardOf(i: number, card: GameCard): string | undefined {
    return i === 0 || card.name === this.page.card?.name ? this.page.state.play.board : undefined;
  }

  private draw(): void {
    const game = this.game;
    if (!game?.moves) return;
    const fresh = this.fresh;
    this.fresh = false;
    this.showTurn(game);
    const listed = game.moves.moves.map((move, index): Listed => ({ move, index }));
    const components = game.moves.sum.map((place, i) => this.component(game, place, i, listed, fresh));
    redrawn(this.element, () => {
      this.table.replaceChildren(...components, wayRule(game.way, game.start.length));
      this.showChoices(game);
      this.showControls(game);
      this.showList(game, listed);
    });
    this.leadBack(game);
  }

  /** The keyboard goes on with the moves, or with what there is after the last one, unless it went elsewhere. */
  private leadBack(game: PlayGame): void {
    if (!this.led || !(game.over || game.personMoves || game.personForbids)) return;
    this.led = false;
    if (document.activeElement !== document.body) return;
    const places = game.over ? this.controls : this.table;
    places.querySelector<HTMLElement | SVGElement>("[tabindex='0'], button:not(:disabled)")?.focus({ preventScroll: true });
  }

  private showTurn(game: PlayGame): void {
    const friend = game.opponent === FRIEND;
    const name = (side: Side): "you" | "machine" | "first" | "second" =>
      side === "you" ? (friend ? "first" : "you") : friend ? "second" : "machine";
    const forbidden = game.forbidden && game.step.forbiddenTold ? ` ${say("play.forbidden", { moves: game.step.forbiddenTold })}` : "";
    const last = (game.step.told ? ` ${say("play.last", { move: game.step.told })}` : "") + forbidden;
    this.status.className = "status turn";
    if (!game.over) {
      const begin = game.made === 0 && game.personMoves ? ` ${say("begin.play")}` : "";
      const turn = say(`play.turn.${name(game.toMove)}`) + begin;
      const other = name(game.toMove === "you" ? "other" : "you");
      this.status.textContent = (game.mayForbid > 0 ? say(`play.forbid.${other}`, { n: game.mayForbid }) : turn) + last;
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
    const moves = this.picks?.choices(i) ?? listed.filter(({ move }) => move.component === i);
    const hinted = this.hints.flatMap((index) => game.moves?.moves[index]?.parts ?? []);
    const several = (game.moves?.sum.length ?? 0) > 1;
    const picture = drawBoard(this.boardOf(i, card), {
      page: this.page,
      card,
      place,
      moves,
      active: game.personMoves || game.personForbids,
      valued: this.valued,
      hints: this.picks ? Picks.placesOf(hinted, moves) : this.hints,
      picked: this.picks ? Picks.placesOf(this.picks.chosen, moves) : [],
      crossed: game.forbidden ?? this.crossed,
      forbids: game.personForbids,
      before: game.step.before.get(i) ?? null,
      fresh: fresh && game.step.before.has(i),
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

  /** One move is played, or forbidden; of several the person chooses. */
  private choose(moves: Listed[]): void {
    const game = this.game;
    if (!game?.personMoves && !game?.personForbids) return;
    const crossed = game.forbidden ?? [];
    const [only, ...more] = moves.filter(({ index }) => !crossed.includes(index));
    if (!only) return;
    if (more.length === 0) {
      this.act(game, only);
      return;
    }
    this.choices.replaceChildren(
      h("span", {}, say("play.which")),
      ...[only, ...more].slice(0, 24).map((listed) => this.moveButton(game, listed)),
    );
    this.choices.querySelector("button")?.focus();
  }

  /** What a move means that was chosen: it is played, forbidden, or made a part of a move. */
  private act(game: PlayGame, { move, index }: Listed): void {
    if (game.personForbids) {
      this.cross(game, index);
      return;
    }
    if (!this.picks || move.parts) {
      this.play(index);
      return;
    }
    this.picks.pick(move);
    const whole = this.picks.only();
    if (whole === null) this.draw();
    else this.play(whole);
  }

  /** Forbids a move, or allows it again. Where only one may be forbidden, it takes the place of the one before. */
  private cross(game: PlayGame, index: number): void {
    this.tell();
    if (this.crossed.includes(index)) this.crossed = this.crossed.filter((other) => other !== index);
    else if (game.mayForbid === 1) this.crossed = [index];
    else if (this.crossed.length < game.mayForbid) this.crossed = [...this.crossed, index].sort((a, b) => a - b);
    else this.tell(h("p", {}, say("play.forbid.most", { n: game.mayForbid })));
    this.draw();
  }

  /** What is chosen so far, where a move is more than one choice. */
  private showChoices(game: PlayGame): void {
    if (game.personForbids) this.choices.replaceChildren(this.forbidButton(game));
    else if (this.picks && game.personMoves) this.choices.replaceChildren(...this.pickButtons(game, this.picks));
    else this.choices.replaceChildren();
  }

  private forbidButton(game: PlayGame): HTMLButtonElement {
    const n = this.crossed.length;
    return button(n === 0 ? say("play.forbid.nothing") : say("play.forbid.do", { n }), () => {
      this.tell();
      game.forbid(this.crossed);
      void this.next();
    });
  }

  private pickButtons(game: PlayGame, picks: Picks): HTMLElement[] {
    const exact = picks.exact();
    const move = exact === null ? undefined : game.moves?.moves[exact];
    const sign = this.valued && move ? ` ${signOfMove(outcomeForOpponent(move))}` : "";
    const buttons = picks.chosen.map((part) => {
      const text = partText(part, game.components);
      const drop = (): void => {
        picks.drop(part.component);
        this.draw();
      };
      return button(`${text} ×`, drop, { "aria-label": say("play.pick.drop", { move: text }) });
    });
    if (buttons.length > 0 && exact === null) return [...buttons, h("span", {}, say("play.pick.more"))];
    return exact === null ? buttons : [...buttons, button(say("play.pick.do") + sign, () => this.play(exact), { class: "primary" })];
  }

  private moveButton(game: PlayGame, listed: Listed): HTMLButtonElement {
    const { move, index } = listed;
    const sign = this.valued ? signOfMove(outcomeForOpponent(move)) : "";
    const crossed = (game.forbidden ?? this.crossed).includes(index);
    const classes = `move ${this.hints.includes(index) ? "hinted" : ""} ${crossed ? "crossed" : ""}`;
    const pressed = game.personForbids ? String(crossed) : undefined;
    const attributes = { class: classes, "aria-pressed": pressed, disabled: crossed && !game.personForbids };
    return button(`${game.textOf(move)} ${sign}`, () => this.act(game, listed), attributes);
  }

  private play(index: number): void {
    const here = document.activeElement;
    this.led = this.table.contains(here) || this.choices.contains(here);
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
      button(say("play.hint"), () => void this.showHint(), { disabled: !game.personMoves && !game.personForbids }),
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
          const move = this.moveButton(game, one);
          move.disabled ||= !game.personMoves && !game.personForbids;
          return move;
        }),
      ),
    );
  }

  private async showHint(): Promise<void> {
    const game = this.game;
    if (!game?.moves) return;
    try {
      const mine = this.turn;
      const forbids = game.personForbids;
      const hints = forbids ? await game.chosenToForbid("perfect") : [await game.chosen("perfect")];
      if (mine !== this.turn) return; // the game has gone on
      this.hints = hints;
      const moves = this.hints.flatMap((index) => game.moves?.moves[index] ?? []);
      this.draw();
      const move = moves.map((one) => game.textOf(one)).join("; ") || say("move.nothing");
      this.tell(h("p", {}, say(forbids ? "play.hint_forbid" : "play.hint_is", { move })));
    } catch (error) {
      this.tell(reason(error));
    }
  }

  private async showWhy(): Promise<void> {
    if (!this.game) return;
    try {
      const why = await this.page.ask<{ reason: string[] }>("why", { sum: this.game.asked });
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
      const goTo = (move: number): void => {
        game.goTo(move);
        void this.next();
      };
      this.tell(reviewPicture(judged, this.page.state.task ? null : goTo)); // what was counted is not taken back
    } catch (error) {
      this.tell(reason(error));
    }
  }
}
