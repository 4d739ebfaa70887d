// The games, by kind, each with a sentence: what to begin with.
import { button, h } from "../dom";
import { theLibrary } from "../engine/assets";
import { kindOf, kinds, type Kind } from "../kinds";
import type { Page } from "../page";
import { reason } from "../page";
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
  private readonly note = h("p", { class: "status", role: "status" }, "The games are being read ...");
  private readonly wanted = h("input", { type: "search", placeholder: "a word of a game", "aria-label": "Find a game" });
  private filled = false;

  constructor(
    private readonly page: Page,
    private readonly editor: Editor,
  ) {
    this.wanted.addEventListener("input", () => this.filter());
    this.element = h(
      "dialog",
      { class: "gallery", "aria-label": "Games" },
      h(
        "div",
        { class: "toolbar" },
        h("h2", {}, "Games"),
        this.wanted,
        button("Close", () => this.element.close()),
      ),
      this.note,
      this.list,
    );
  }

  async open(): Promise<void> {
    this.element.showModal();
    this.wanted.focus();
    if (this.filled) return;
    try {
      const [games, library] = await Promise.all([this.page.askSlowly<Entry[]>("games"), theLibrary()]);
      this.fill(games.answer, library.rules);
      for (const [i, { title }] of library.examples.entries())
        this.examples.append(this.card(title, "", () => this.editor.openExample(i)));
      this.list.append(h("section", {}, h("h3", {}, "From the guides"), this.examples));
      this.filled = true;
      this.note.textContent = "";
    } catch (error) {
      this.note.textContent = reason(error);
    }
  }

  private readonly examples = h("ul", {});

  private fill(games: Entry[], rules: Record<string, string>): void {
    const lists = new Map(kinds.map(([kind]): [Kind, HTMLElement] => [kind, h("ul", {})]));
    for (const { name, title, text } of games)
      lists
        .get(kindOf(rules[name] ?? "", rules))
        ?.append(this.card(title ?? name, inShort(text ?? ""), () => this.editor.openGame(name, undefined, true), name));
    this.list.replaceChildren(
      ...kinds.flatMap(([kind, title]) => {
        const list = lists.get(kind);
        return list?.firstChild ? [h("section", { "data-kind": kind }, h("h3", {}, title), list)] : [];
      }),
    );
  }

  private card(title: string, text: string, open: () => void, name = ""): HTMLElement {
    const act = (): void => {
      this.element.close();
      open();
    };
    return h("li", {}, button(title, act, { "data-game": name }), h("span", {}, text));
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
