// An assignment: a game, positions and a goal, all of it in a link. What was won is kept in the browser alone.
import { button, choice, h } from "../../dom";
import { asked } from "../../engine/types";
import { type Page, reason } from "../../page";
import { linkOf, type Task } from "../../state";
import { say } from "../../words";

interface Result {
  games: number;
  wins: number;
}

/** The task with its game, in a few letters: the same link is the same assignment. */
function keyOf(page: Page): string {
  let sum = 0;
  for (const letter of JSON.stringify([page.state.game, page.state.task])) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
  return `bouton-task-${sum.toString(36)}`;
}

export function opponentOf(task: Task): string {
  return task.level === 0 ? "perfect" : `level:${task.level}`;
}

function goalText(task: Task, game: string): string {
  const { wins, level } = task;
  return level === 0 ? say("task.perfect", { game, wins }) : say("task.level", { game, wins, level });
}

/** What is to be done and how far it is. */
export class TaskBar {
  readonly element = h("div", { class: "task", role: "status" });
  private readonly unstored = new Map<string, Result>();

  constructor(private readonly page: Page) {}

  private result(): Result {
    const key = keyOf(this.page);
    try {
      const { games, wins } = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Result>;
      return this.unstored.get(key) ?? { games: Number(games) || 0, wins: Number(wins) || 0 };
    } catch {
      return this.unstored.get(key) ?? { games: 0, wins: 0 };
    }
  }

  private store(result: Result): void {
    const key = keyOf(this.page);
    try {
      localStorage.setItem(key, JSON.stringify(result));
    } catch {
      this.unstored.set(key, result);
    }
  }

  /** The position of the next game. */
  position(task: Task): string {
    return task.positions[this.result().games % task.positions.length] ?? "";
  }

  /** Counts a game that came to its end, or was given up. */
  count(won: boolean): void {
    const { games, wins } = this.result();
    this.store({ games: games + 1, wins: wins + (won ? 1 : 0) });
    this.show();
  }

  show(): void {
    const { task, game } = this.page.state;
    this.element.hidden = !task;
    if (!task) return;
    const { games, wins } = this.result();
    const done = wins >= task.wins;
    this.element.classList.toggle("done", done);
    this.element.replaceChildren(
      h("strong", {}, goalText(task, this.page.card?.title ?? game.name)),
      h("progress", { max: task.wins, value: Math.min(wins, task.wins), "aria-label": say("task.bar") }),
      h("span", { class: "result" }, say(done ? "task.done" : "task.so_far", { won: wins, wins: task.wins, games })),
    );
  }
}

/** Where a teacher makes an assignment of the game that is seen. */
export function taskMaker(page: Page): HTMLElement {
  const now = page.sum().flatMap(({ position }) => (position === undefined ? [] : [position]));
  const positions = h("textarea", { rows: 3, spellcheck: "false", placeholder: say("task.placeholder") }, now.join(","));
  const wins = h("input", { type: "number", min: 1, max: 99, value: 3 });
  let level = "5";
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n): [string, string] => [String(n), say("task.machine.level", { level: n })]);
  const out = h("div", { class: "note", role: "status", hidden: true });
  const tell = (...content: (HTMLElement | string)[]): void => {
    out.hidden = false;
    out.replaceChildren(...content);
  };
  const make = async (): Promise<void> => {
    const list = positions.value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (list.length === 0) return tell(say("task.empty"));
    for (const position of list) {
      try {
        const sum = asked(page.way, page.components(position));
        const found = await page.ask<{ over: boolean }>("moves", { sum });
        if (found.over) return tell(say("task.no_move", { position }));
      } catch (error) {
        return tell(`${position}: ${reason(error)}`);
      }
    }
    const task: Task = { positions: list, wins: Math.min(Math.max(Math.round(Number(wins.value)) || 1, 1), 99), level: Number(level) };
    const { game, play } = page.state;
    const way = play.way ? { way: play.way } : {};
    const link = await linkOf({ game, view: "play", map: {}, sequence: {}, play: way, task });
    const field = h("input", { value: link, readonly: true, "aria-label": say("task.link") });
    tell(h("span", {}, say("task.hand_out")), field);
    field.select();
  };
  return h(
    "details",
    { class: "assign" },
    h("summary", {}, say("task.make")),
    h(
      "div",
      { class: "toolbar" },
      h("label", { class: "field" }, h("span", {}, say("task.positions")), positions),
      h("label", { class: "field" }, h("span", {}, say("task.wins")), wins),
      choice(say("task.machine"), [...levels, ["0", say("task.machine.perfect")] as [string, string]], level, (chosen) => (level = chosen)),
      button(say("task.make_link"), () => void make()),
    ),
    out,
  );
}
