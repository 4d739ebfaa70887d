// An assignment: a game, positions and a goal, all of it in a link. What was won is kept in the browser alone.
import { button, choice, h } from "../dom";
import { type Page, reason } from "../page";
import { linkOf, type Task } from "../state";

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

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

export function opponentOf(task: Task): string {
  return task.level === 0 ? "perfect" : `level:${task.level}`;
}

function opponentText(task: Task): string {
  return task.level === 0 ? "against the perfect machine" : `against the machine at level ${task.level}`;
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
      h("strong", {}, `Assignment: win ${this.page.card?.title ?? game.name} ${times(task.wins)} ${opponentText(task)}.`),
      h("progress", { max: task.wins, value: Math.min(wins, task.wins), "aria-label": "games won" }),
      h("span", { class: "result" }, `${done ? "✓ Done: won" : "Won"} ${wins} of ${task.wins}, in ${games} game${games === 1 ? "" : "s"}.`),
    );
  }
}

/** Where a teacher makes an assignment of the game that is seen. */
export function taskMaker(page: Page): HTMLElement {
  const now = page.sum().flatMap(({ position }) => (position === undefined ? [] : [position]));
  const positions = h("textarea", { rows: 3, spellcheck: "false", placeholder: "one position a line" }, now.join(","));
  const wins = h("input", { type: "number", min: 1, max: 99, value: 3 });
  let level = "5";
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n): [string, string] => [String(n), `level ${n}`]);
  const out = h("div", { class: "note", role: "status", hidden: true });
  const tell = (...content: (HTMLElement | string)[]): void => {
    out.hidden = false;
    out.replaceChildren(...content);
  };
  const make = async (): Promise<void> => {
    const list = positions.value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (list.length === 0) return tell("Write at least one position.");
    for (const position of list) {
      try {
        const found = await page.ask<{ over: boolean }>("moves", { sum: page.components(position) });
        if (found.over) return tell(`${position} has no move. Write a position that can be played.`);
      } catch (error) {
        return tell(`${position}: ${reason(error)}`);
      }
    }
    const task: Task = { positions: list, wins: Math.min(Math.max(Math.round(Number(wins.value)) || 1, 1), 99), level: Number(level) };
    const { game } = page.state;
    const link = await linkOf({ game, view: "play", map: {}, sequence: {}, play: {}, task });
    const field = h("input", { value: link, readonly: true, "aria-label": "Link to the assignment" });
    tell(h("span", {}, "Hand this link out. What is won is shown on the page of who opens it, and sent nowhere:"), field);
    field.select();
  };
  return h(
    "details",
    { class: "assign" },
    h("summary", {}, "Make an assignment"),
    h(
      "div",
      { class: "toolbar" },
      h("label", { class: "field" }, h("span", {}, "Positions, one a line"), positions),
      h("label", { class: "field" }, h("span", {}, "Games to win"), wins),
      choice("Against the machine at", [...levels, ["0", "perfect"] as [string, string]], level, (chosen) => (level = chosen)),
      button("Make the link", () => void make()),
    ),
    out,
  );
}
