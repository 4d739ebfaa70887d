// What the engine says of a position and of the game in words: who wins and why, how it knows, what it can prove.
import { button, h } from "../dom";
import { isPiles, type Component, type Value } from "../engine/types";
import type { Page } from "../page";
import { valueText } from "../values";
import { say } from "../words";
import { positionField } from "./position_field";
import { wayField } from "./way_field";
import { Work } from "./work";

/** A position as the command writes it. */
type Written = (number | string)[] | string;

interface WrittenMove {
  component: number;
  label: string | null;
  to: Written[];
  /** Of a compound, in place of the others. */
  parts?: { component: number; label: string | null; to: Written }[];
}

interface Solution extends Value {
  components: { game: string; position: Written }[];
  winning_moves: WrittenMove[];
  winning_moves_complete: boolean;
  /** What the other player must forbid; null where that is not known, left out in games that forbid nothing. */
  forbid?: WrittenMove[] | null;
  solver: string;
  fallbacks: { method: string; why: string }[];
}

interface Why {
  reason: string[];
}

interface Explanation {
  findings: string[];
  program: string[];
  questions: { question: string; method: string | null; kernel: string | null; reason: string }[];
  advice: string[];
}

/** The sentences of `why`, of which some are lines of a table. */
export function paragraphs(texts: string[]): HTMLElement[] {
  return texts.map((text) => (text.includes("\n") ? h("pre", { lang: "en" }, text) : h("p", { lang: "en" }, text)));
}

/** A move in words; among several components, `names`, with where it is made. */
function written({ component, label, to, parts }: WrittenMove, names: string[]): string {
  const moved = (name: string | null, places: Written[]): string => `${name ?? say("about.to")} ${places.map(String).join(" + ")}`;
  const inOne = (where: number, move: string): string => say("move.in", { where: names[where] ?? "", move });
  if (parts) return parts.map((part) => inOne(part.component, moved(part.label, [part.to]))).join("; ");
  return names.length > 1 ? inOne(component, moved(label, to)) : moved(label, to);
}

export class AboutView {
  readonly element: HTMLElement;
  private readonly where = h("div", { class: "toolbar" });
  private readonly position = h("div", { class: "prose" });
  private readonly game = h("div", { class: "prose" });
  private readonly theorem = h("div", { class: "prose" });
  private readonly work: Work;
  private readonly theoremWork: Work;
  private askedPosition = "";
  private askedGame = "";

  constructor(private readonly page: Page) {
    this.work = new Work(page);
    this.theoremWork = new Work(page);
    this.element = h(
      "section",
      { class: "view about", "aria-label": say("about.name") },
      h("h2", {}, say("about.position")),
      this.where,
      this.work.element,
      this.position,
      h("h2", {}, say("about.game")),
      this.game,
      h("h2", {}, say("about.theorem")),
      h("p", {}, say("about.theorem.text")),
      button(say("about.theorem.look"), () => void this.findTheorem()),
      this.theoremWork.element,
      this.theorem,
    );
    page.listen((change) => {
      if (change === "game") {
        this.askedPosition = this.askedGame = "";
        this.theorem.replaceChildren();
      }
      if (page.state.view === "about") void this.refresh();
    });
  }

  async refresh(): Promise<void> {
    if (!this.page.card || this.page.error) return;
    await this.showPosition();
    await this.showGame();
  }

  private async showPosition(): Promise<void> {
    const sum = this.page.asked();
    const key = JSON.stringify(sum);
    if (key === this.askedPosition) return;
    this.askedPosition = key;
    const way = wayField(this.page);
    this.where.replaceChildren(positionField(this.page), ...(way ? [way] : []));
    this.position.replaceChildren();
    await this.work.run(async () => {
      const { answer } = await this.page.askSlowly<Solution>("solve", { sum, most: 20 });
      this.position.replaceChildren(...this.solution(answer));
      const why = await this.page.askSlowly<Why>("why", { sum });
      this.position.append(h("h3", {}, say("about.why")), ...paragraphs(why.answer.reason));
    });
  }

  private solution(solution: Solution): HTMLElement[] {
    const { components, forbid } = solution;
    const names = components.map(({ game, position }) => `${game} ${String(position)}`);
    const listOf = (moves: WrittenMove[]): HTMLElement =>
      h("ul", { class: "moves" }, ...moves.map((move) => h("li", {}, written(move, names))));
    const heading = say(solution.winning_moves_complete ? "about.winning" : "about.winning_more");
    return [
      ...(names.length > 1 ? [h("p", {}, `${names.join(" + ")}: ${say(`way.rule.${this.page.way}`)}`)] : []),
      h("p", { class: `outcome ${solution.outcome}` }, valueText(solution)),
      h("p", {}, say("about.by", { solver: solution.solver })),
      ...solution.fallbacks.map(({ method, why }) => h("p", {}, say("about.before", { method, why }))),
      ...(solution.winning_moves.length > 0 ? [h("div", {}, h("h3", {}, heading), listOf(solution.winning_moves))] : []),
      ...(forbid && forbid.length > 0 ? [h("div", {}, h("h3", {}, say("about.forbid")), listOf(forbid))] : []),
    ];
  }

  private async showGame(): Promise<void> {
    const key = JSON.stringify(this.page.state.game);
    if (key === this.askedGame) return;
    this.askedGame = key;
    const card = this.page.card;
    const told = [h("p", {}, card?.text ?? ""), card?.source ? h("p", { class: "source" }, card.source) : h("p", {})];
    this.game.replaceChildren(...told);
    const game = this.page.state.game;
    const answered = await this.work.run(() => this.page.askSlowly<Explanation>("explain", { game }));
    if (!answered) return;
    const { findings, program, questions, advice } = answered.answer;
    const rows = questions.map(({ question, method, kernel, reason }) =>
      h("tr", {}, h("td", {}, question), h("td", {}, method === null ? say("about.none") : kernel === null ? method : `${method} (${kernel})`), h("td", {}, reason)),
    );
    this.game.append(
      h("h3", {}, say("about.how")),
      ...findings.map((finding) => h("p", {}, finding)),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": say("about.methods") },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("th", {}, say("about.question")), h("th", {}, say("about.method")), h("th", {}, say("about.reason")))),
          h("tbody", {}, ...rows),
        ),
      ),
      ...(program.length > 0
        ? [
            h("h3", {}, say("about.moves")),
            h("pre", { tabindex: 0, role: "region", "aria-label": say("about.program") }, program.join("\n")),
          ]
        : []),
      ...advice.map((line) => h("p", { class: "advice" }, line)),
    );
  }

  private async findTheorem(): Promise<void> {
    const card = this.page.card;
    const game = this.page.state.game;
    this.theorem.replaceChildren();
    if (!card) return;
    const piles = isPiles(card.position) ? { piles: this.piles() } : {};
    const answered = await this.theoremWork.run(() =>
      this.page.askSlowly<{ text: string }>("theorem", { game, ...piles }),
    );
    if (answered)
      this.theorem.replaceChildren(
        h("pre", { tabindex: 0, role: "region", "aria-label": say("about.theorem.region") }, answered.answer.text),
      );
  }

  private piles(): number {
    const [component]: Component[] = this.page.sum();
    const count = component?.position?.split(",").length ?? this.page.card?.example?.length ?? 2;
    return Math.min(count, 3);
  }
}
