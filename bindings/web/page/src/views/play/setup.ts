// Who plays, from where and on what board, and which games are played side by side.
import { boardsFor } from "../../boards/boards";
import { button, choice, h } from "../../dom";
import { theLibrary } from "../../engine/assets";
import { reason, type Page } from "../../page";
import { say } from "../../words";
import { positionField } from "../position_field";
import { wayField } from "../way_field";
import { FRIEND, type Side } from "./game";
import { taskMaker } from "./task";

export class Setup {
  readonly match = h("div", { class: "toolbar setup" });
  readonly others = h("div", { class: "toolbar others" });
  readonly maker = h("div", {});

  /** `matchChanged` is called for another opponent or another first player, `boardChanged` for another board, `failed` with what went wrong. */
  constructor(
    private readonly page: Page,
    private readonly matchChanged: () => void,
    private readonly boardChanged: () => void,
    private readonly failed: (text: string) => void,
  ) {}

  /** Shows what is set, once what is returned is called. */
  async ready(): Promise<() => void> {
    const names = Object.keys((await theLibrary()).rules);
    return () => {
      const { card, state } = this.page;
      if (!card) return;
      this.maker.replaceChildren(...(state.task ? [] : [taskMaker(this.page)]));
      this.match.replaceChildren(...(state.task ? [this.first()] : this.fields()));
      this.others.replaceChildren(...(state.task ? [] : this.sideBySide(names)));
    };
  }

  private opponents(): [string, string][] {
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

  private first(): HTMLElement {
    const { play } = this.page.state;
    const sides: [Side, string][] = [
      ["you", say("play.first.you")],
      ["other", say("play.first.other")],
    ];
    return choice(say("play.first"), sides, play.first ?? "you", (first) => {
      play.first = first;
      this.matchChanged();
    });
  }

  private fields(): HTMLElement[] {
    const { card, state } = this.page;
    const { play } = state;
    const boards = card ? boardsFor(card).map((name): [string, string] => [name, say(`board.${name}`)]) : [];
    return [
      choice(say("play.against"), this.opponents(), play.opponent ?? "perfect", (opponent) => {
        play.opponent = opponent;
        this.matchChanged();
      }),
      this.first(),
      positionField(this.page),
      ...(boards.length > 1
        ? [
            choice(say("play.board"), boards, play.board ?? boards[0]?.[0] ?? "numbers", (board) => {
              play.board = board;
              this.page.tell("play");
              this.boardChanged();
            }),
          ]
        : []),
      button(say("play.random_start"), () => void this.randomStart()),
    ];
  }

  private sideBySide(names: string[]): HTMLElement[] {
    const { play } = this.page.state;
    const options: [string, string][] = [["", say("play.add")], ...names.map((name): [string, string] => [name, name])];
    const way = wayField(this.page);
    const add = choice(say("play.side"), options, "", (name) => {
      if (!name) return;
      play.others = [...(play.others ?? []), { game: { name, settings: {} } }];
      this.page.tell("play");
    });
    const takeAway = (i: number) => (): void => {
      play.others?.splice(i, 1);
      this.page.tell("play");
    };
    const buttons = (play.others ?? []).map(({ game: { name } }, i) =>
      button(`${name} ×`, takeAway(i), { "aria-label": say("play.take_away", { name }) }),
    );
    return [...(way ? [way] : []), add, ...buttons];
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
      this.failed(reason(error));
    }
  }
}
