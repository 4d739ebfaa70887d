// The games, by kind, each with a sentence: what to begin with.
import { button, h } from "../dom";
import { theLibrary, type Library } from "../engine/assets";
import { kindOf, kinds, type Kind } from "../kinds";
import { keptGames, type Kept } from "../memory";
import type { Page } from "../page";
import { reason } from "../page";
import { factsOf, type Facts } from "../pictures/facts";
import { pictureOf } from "../pictures/picture";
import { say } from "../words";
import type { Editor } from "./editor";

interface Entry {
  name: string;
  title?: string;
  text?: string;
}

/** The first sentences of `text` that together say something. */
function inShort(text: string): string {
  let said = "";
  for (const [sentence] of text.matchAll(/.*?[.;](?=\s|$)\s*/gs)) {
    said += sentence;
    if (said.length >= 70) break;
  }
  return (said || text).trim().replace(/;$/, ".");
}

export class Gallery {
  readonly element: HTMLDialogElement;
  private readonly list = h("div", { class: "kinds" });
  private readonly note = h("p", { class: "status", role: "status" }, say("gallery.reading"));
  private readonly wanted = h("input", { type: "search", placeholder: say("gallery.word"), "aria-label": say("gallery.find") });
  private filled = false;

  constructor(
    private readonly page: Page,
    private readonly editor: Editor,
  ) {
    this.wanted.addEventListener("input", () => this.filter());
    this.element = h(
      "dialog",
      { class: "gallery", "aria-label": say("header.games") },
      h(
        "div",
        { class: "toolbar" },
        h("h2", {}, say("header.games")),
        this.wanted,
        button(say("gallery.close"), () => this.element.close()),
      ),
      this.note,
      this.list,
    );
  }

  async open(): Promise<void> {
    this.element.showModal();
    this.wanted.focus();
    if (this.filled) return this.showOwn();
    try {
      const [games, library] = await Promise.all([this.page.askSlowly<Entry[]>("games"), theLibrary()]);
      this.fill(games.answer, library);
      const examples = library.examples.map(({ title }, i) => this.card(title, "", () => this.editor.openExample(i)));
      this.list.append(h("section", {}, h("h3", {}, say("gallery.guides")), h("ul", {}, ...examples)));
      this.list.prepend(this.own);
      this.filled = true;
      this.note.textContent = "";
      this.showOwn();
    } catch (error) {
      this.note.textContent = reason(error);
    }
  }

  private readonly own = h("section", { hidden: true });
  /** What the pictures of the person's own games show, by their rules. */
  private readonly facts = new Map<string, Facts>();

  private fill(games: Entry[], { rules, pictures }: Library): void {
    const lists = new Map(kinds.map((kind): [Kind, HTMLElement] => [kind, h("ul", {})]));
    for (const { name, title, text } of games) {
      const facts = pictures[name];
      const picture = facts ? pictureOf(facts, this.page.colours) : null;
      const open = (): void => this.editor.openGame(name, undefined, true);
      lists.get(kindOf(rules[name] ?? "", rules))?.append(this.card(title ?? name, inShort(text ?? ""), open, name, picture));
    }
    this.list.replaceChildren(
      ...kinds.flatMap((kind) => {
        const list = lists.get(kind);
        return list?.firstChild ? [h("section", { "data-kind": kind }, h("h3", {}, say(`kind.${kind}`)), list)] : [];
      }),
    );
  }

  /** The games of the person's own, whose pictures follow one after the other. */
  private showOwn(): void {
    const kept = keptGames();
    const frames = kept.map(() => h("span", { class: "frame" }));
    const cards = kept.map(({ id, name, state }, i) =>
      this.card(name, inShort(/^\s*text\s*=\s*"([^"]*)"/m.exec(state.game.text ?? "")?.[1] ?? ""), () => this.editor.openKept(id), "", frames[i]),
    );
    this.own.replaceChildren(h("h3", {}, say("gallery.yours")), h("ul", {}, ...cards));
    this.own.hidden = kept.length === 0;
    void this.drawOwn(kept, frames);
  }

  private async drawOwn(kept: Kept[], frames: HTMLElement[]): Promise<void> {
    const { rules } = await theLibrary();
    for (const [i, { state }] of kept.entries()) {
      const key = JSON.stringify(state.game);
      try {
        const kind = kindOf(state.game.text ?? rules[state.game.name] ?? "", rules);
        const facts = this.facts.get(key) ?? (await factsOf((verb, request) => this.page.askSlowly(verb, request), state.game, kind));
        this.facts.set(key, facts);
        frames[i]?.replaceChildren(pictureOf(facts, this.page.colours));
      } catch {
        // Rules with an error have no picture.
      }
    }
  }

  private card(title: string, text: string, open: () => void, name = "", picture: Element | null = null): HTMLElement {
    const act = (): void => {
      this.element.close();
      open();
    };
    const show = h("button", { type: "button", click: act, "data-game": name, lang: "en" }, picture, h("strong", {}, title));
    return h("li", {}, show, h("span", { lang: "en" }, text));
  }

  private filter(): void {
    const word = this.wanted.value.trim().toLowerCase();
    for (const section of this.list.children) {
      let shown = 0;
      for (const item of section.querySelectorAll("li")) {
        item.hidden = !item.textContent.toLowerCase().includes(word);
        if (!item.hidden) shown++;
      }
      (section as HTMLElement).hidden = shown === 0;
    }
  }
}
