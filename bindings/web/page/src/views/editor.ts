// The rule file: an editor that knows the rule language's words and shows errors at their line; parameters as fields.
import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { button, choice, debounced, field, h } from "../dom";
import { theLibrary, type Library } from "../engine/assets";
import { firstView } from "../kinds";
import { forgetGame, keptGame, keptGames, newId } from "../memory";
import type { Page } from "../page";
import type { PageState, View } from "../state";
import { say } from "../words";
import { foldAside, folding } from "./folding";

/** What there is to begin a game of one's own with. */
const OWN = `-- The rules of a game: the numbers of a position, and the moves from it.
local most = param("most", 3, "how many may be taken at once")

return game {
  name     = "mine",
  title    = "My game",
  text     = "A heap of n. Take 1 to most; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for t = 1, math.min(most, n) do
      move.take(n - t)
    end
  end,
  example = { 10 },
}
`;

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.standard(tags.variableName), tags.special(tags.variableName)], color: "var(--code-word)" },
]);

function completions(library: Library, page: Page): (context: CompletionContext) => CompletionResult | null {
  const words = library.words.map(({ name, detail, doc }) => ({ label: name, detail, info: doc, type: "function" }));
  return (context) => {
    const word = context.matchBefore(/[\w.]+/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const position = page.card?.position;
    const axes = Array.isArray(position) ? position.map((axis) => ({ label: axis.name, type: "variable" })) : [];
    return { from: word.from, options: [...words, ...axes], validFor: /^[\w.]*$/ };
  };
}

/**
 * How long the person pauses before the rules are loaded, in milliseconds: half as long as they took the last time, within these
 * bounds. So an answer comes soon after the last key, and rules that take long are not begun at every key.
 */
const PAUSE = { least: 40, most: 120 };
const KEPT = "kept:";

/** What a rule file calls its game. */
function nameIn(text: string): string {
  return /^\s*name\s*=\s*"([\w-]+)"/m.exec(text)?.[1] ?? "mine";
}

export class Editor {
  readonly element: HTMLElement;
  private readonly view: EditorView;
  private readonly games = h("div", { class: "toolbar" });
  private readonly parameters = h("div", { class: "fields" });
  private readonly headline = h("p", { class: "headline", lang: "en" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly load: () => void;
  private source = "";
  /** How long the rules took to load when they were last typed, in milliseconds. */
  private tookLast = 0;

  constructor(
    private readonly page: Page,
    private readonly library: Library,
  ) {
    this.load = debounced(
      () => Math.min(Math.max(this.tookLast / 2, PAUSE.least), PAUSE.most),
      () => void this.loadTimed(),
    );
    this.view = new EditorView();
    this.element = h(
      "section",
      { class: "editor", "aria-label": say("view.rules") },
      h(
        "div",
        { class: "toolbar" },
        this.games,
        h(
          "span",
          { class: "group" },
          button(say("editor.new"), () => this.openGame("mine", OWN)),
          button(say("editor.reset"), () => this.reset(), { title: say("editor.reset.title") }),
          button(say("editor.delete"), () => this.remove(), { class: "delete", title: say("editor.delete.title") }),
        ),
      ),
      this.headline,
      this.parameters,
      h("div", { class: "code" }, this.view.dom),
      this.status,
    );
    this.showText(true);
    this.showGames();
    page.listen((change) => {
      if (change === "opened") this.showText(false);
      if (change === "opened" || change === "game") this.showGames();
      if (change === "game") this.loaded();
      if (change === "rules") this.showErrors();
    });
  }

  private extensions(): Extension {
    return [
      lineNumbers(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      EditorView.lineWrapping,
      highlightActiveLine(),
      folding(),
      lintGutter(),
      StreamLanguage.define(lua),
      syntaxHighlighting(colours),
      autocompletion({ override: [completions(this.library, this.page)] }),
      // Tab goes on to what comes next on the page; Control-] and Control-[ indent.
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap]),
      EditorView.contentAttributes.of({ "aria-label": say("editor.file"), tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.typed();
      }),
    ];
  }

  /** The rules of the state, with nothing before them to undo. */
  private showText(always: boolean): void {
    const { game } = this.page.state;
    const text = game.text ?? this.library.rules[game.name] ?? OWN;
    if (text === this.source && !always) return;
    this.source = text;
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions() }));
    foldAside(this.view);
    this.parameters.replaceChildren();
  }

  /** Opens one of the games, or a text. On something worth seeing: where the view does not suit the game, or always. */
  openGame(name: string, text?: string, always = false): void {
    const before = this.page.state;
    const suited: View = firstView(text ?? this.library.rules[name] ?? "", this.library.rules);
    const stays = !always && before.view !== "map" && before.view !== "sequence";
    const game = text === undefined ? { name, settings: {} } : { name, text, settings: {} };
    const play: PageState["play"] = before.play.opponent ? { opponent: before.play.opponent } : {};
    this.page.open({ game, view: stays ? before.view : suited, map: {}, sequence: {}, play }, null);
  }

  openKept(id: string): void {
    const kept = keptGame(id);
    if (kept) this.page.open(kept.state, id);
  }

  openExample(number: number): void {
    const example = this.library.examples[number];
    if (example) this.openGame(nameIn(example.text), example.text, true);
  }

  /** What is typed is kept at once, and loaded when the person pauses. */
  private typed(): void {
    const text = this.view.state.doc.toString();
    if (text === this.source) return;
    this.source = text;
    const { page } = this;
    const { game } = page.state;
    game.name = nameIn(text);
    if (this.library.rules[game.name] === text) delete game.text;
    else game.text = text;
    if (page.work === null) {
      page.work = newId();
      page.justEdited = true;
    }
    page.awaitRules();
    this.load();
  }

  private async loadTimed(): Promise<void> {
    const begin = performance.now();
    await this.page.load();
    this.tookLast = performance.now() - begin;
  }

  private reset(): void {
    const { game } = this.page.state;
    const original = this.library.rules[game.name];
    const what = original === undefined ? say("editor.reset.empty") : say("editor.reset.original", { name: game.name });
    if (!window.confirm(say("editor.reset.ask", { what }))) return;
    if (original === undefined) this.openGame("mine", OWN);
    else this.openGame(game.name);
  }

  private remove(): void {
    const { work, state } = this.page;
    if (work === null || !window.confirm(say("editor.delete.ask", { name: keptGame(work)?.name ?? state.game.name }))) return;
    this.page.work = null;
    forgetGame(work);
    const { name } = state.game;
    if (name in this.library.rules) this.openGame(name);
    else this.openGame("wythoff");
  }

  private showGames(): void {
    const { work, state } = this.page;
    const options = Object.keys(this.library.rules).map((name): [string, string] => [name, name]);
    const kept = keptGames().map(({ id, name }): [string, string] => [KEPT + id, say("editor.yours", { name })]);
    const isOwn = state.game.text !== undefined && work === null;
    const here = work !== null ? KEPT + work : isOwn ? KEPT : state.game.name;
    if (!kept.some(([key]) => key === here) && here.startsWith(KEPT)) kept.unshift([here, say("editor.yours", { name: state.game.name })]);
    this.games.replaceChildren(
      choice(say("editor.game"), [...kept, ...options], here, (key) => {
        if (key.startsWith(KEPT)) this.openKept(key.slice(KEPT.length));
        else this.openGame(key);
      }),
    );
    this.element.classList.toggle("own", work !== null);
  }

  private loaded(): void {
    const { card, error } = this.page;
    if (card && !error) this.headline.textContent = `${card.title}. ${card.text}`;
    this.showErrors();
    if (!error) this.showParameters();
  }

  /** What is wrong, at its line and under the editor. */
  private showErrors(): void {
    const { page } = this;
    const error = page.error ?? page.failure;
    this.headline.classList.toggle("old", page.error !== null || page.pending);
    if (page.pending) return; // what stands there is said of the rules before, and goes when they are loaded
    const note = page.remembers ? "" : ` ${say("editor.forgets")}`;
    this.status.className = error ? "status error" : "status";
    this.status.textContent = error ? error.message : say("editor.loads") + note;
    const { doc } = this.view.state;
    const line = error?.line && error.line <= doc.lines ? doc.line(error.line) : doc.line(1);
    const marks = error
      ? [{ from: line.from, to: Math.max(line.to, line.from), severity: "error" as const, message: error.message }]
      : [];
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  private showParameters(): void {
    const { card, state } = this.page;
    if (!card || this.parameters.contains(document.activeElement)) return;
    this.parameters.replaceChildren(
      ...card.params.map(({ name, value, doc }) => this.parameter(name, value, doc)),
      choice<string>(
        say("editor.loser"),
        [
          ["", say("editor.loser.rules")],
          ["normal", say("editor.loser.normal")],
          ["misere", say("editor.loser.misere")],
        ],
        state.game.play ?? "",
        (play) => {
          if (play) state.game.play = play;
          else delete state.game.play;
          void this.page.load();
        },
      ),
    );
  }

  /** A field; for a whole number a slider too, which changes what is seen while it is dragged. */
  private parameter(name: string, value: unknown, doc: string): HTMLElement {
    const given = this.page.state.game.settings[name];
    const usual = Array.isArray(value) ? value.join(",") : value === "default" ? "" : String(value);
    const input = h("input", { value: given ?? usual, placeholder: say("editor.loser.rules"), spellcheck: "false" });
    if (typeof value !== "number" || !Number.isInteger(value)) {
      input.addEventListener(
        "input",
        debounced(300, () => this.set(name, input.value.trim())),
      );
      return field(name, input, doc);
    }
    input.setAttribute("aria-label", name);
    input.classList.add("number");
    const most = Math.max(12, 2 * value, Number(given) || 0);
    const slider = h("input", {
      type: "range",
      min: Math.min(value, Number(given ?? value), 1),
      max: most,
      value: given ?? value,
      "aria-label": say("editor.slider", { name }),
    });
    slider.addEventListener("input", () => {
      input.value = slider.value;
      this.set(name, slider.value);
    });
    input.addEventListener("input", () => {
      slider.value = input.value;
      this.set(name, input.value.trim());
    });
    return h("div", { class: "field parameter", title: doc }, h("span", {}, name), h("span", { class: "slider" }, slider, input));
  }

  private set(name: string, value: string): void {
    const { settings } = this.page.state.game;
    if (value) settings[name] = value;
    else delete settings[name];
    void this.page.load();
  }
}

export async function makeEditor(page: Page): Promise<Editor> {
  return new Editor(page, await theLibrary());
}
