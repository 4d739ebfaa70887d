// The rule file: an editor that knows the rule language's words and shows errors at their line; parameters as fields.
import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
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
import type { Page } from "../page";

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

export class Editor {
  readonly element: HTMLElement;
  private readonly view: EditorView;
  private readonly games = h("div", { class: "toolbar" });
  private readonly parameters = h("div", { class: "fields" });
  private readonly status = h("p", { class: "status", role: "status" });
  private source = "";

  constructor(
    private readonly page: Page,
    private readonly library: Library,
  ) {
    const typed = debounced(250, () => this.typed());
    this.source = page.state.game.text ?? library.rules[page.state.game.name] ?? OWN;
    this.view = new EditorView({
      state: EditorState.create({
        doc: this.source,
        extensions: [
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          EditorView.lineWrapping,
          highlightActiveLine(),
          lintGutter(),
          StreamLanguage.define(lua),
          syntaxHighlighting(colours),
          autocompletion({ override: [completions(library, page)] }),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": "The rule file", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) typed();
          }),
        ],
      }),
    });
    this.element = h(
      "section",
      { class: "editor", "aria-label": "Rules" },
      h(
        "div",
        { class: "toolbar" },
        this.games,
        button("New game", () => this.open("mine", OWN)),
      ),
      this.status,
      this.parameters,
      h("div", { class: "code" }, this.view.dom),
    );
    this.showGames();
    page.listen((change) => {
      if (change === "game") this.loaded();
    });
  }

  /** Opens one of the games, or a text. */
  private open(name: string, text?: string): void {
    const state = this.page.state;
    state.game = text === undefined ? { name, settings: {} } : { name, text, settings: {} };
    delete state.position;
    state.map = {};
    state.sequence = {};
    state.play = {};
    this.source = text ?? this.library.rules[name] ?? "";
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: this.source } });
    void this.page.load();
  }

  private openExample(number: number): void {
    const example = this.library.examples[number];
    if (example) this.open(/\bname\s*=\s*"(\w+)"/.exec(example.text)?.[1] ?? "mine", example.text);
  }

  private typed(): void {
    const text = this.view.state.doc.toString();
    if (text === this.source) return;
    this.source = text;
    const state = this.page.state;
    const original = this.library.rules[state.game.name] === text;
    if (original) delete state.game.text;
    else state.game.text = text;
    void this.page.load();
  }

  private showGames(): void {
    const names = Object.keys(this.library.rules);
    const own = !names.includes(this.page.state.game.name);
    const options: [string, string][] = names.map((name) => [name, name]);
    if (own) options.unshift([this.page.state.game.name, this.page.state.game.name]);
    const examples = this.library.examples.map(({ title }, i): [string, string] => [String(i), title]);
    this.games.replaceChildren(
      choice("Game", options, this.page.state.game.name, (name) => this.open(name)),
      choice("From the guide", [["", "an example"], ...examples], "", (i) => this.openExample(Number(i))),
    );
  }

  private loaded(): void {
    const { card, error } = this.page;
    this.showGames();
    this.status.className = error ? "status error" : "status";
    this.status.textContent = error ? error.message : card ? `${card.title}. ${card.text}` : "";
    const lines = this.view.state.doc.lines;
    const line =
      error?.line && error.line <= lines ? this.view.state.doc.line(error.line) : this.view.state.doc.line(1);
    const marks = error
      ? [{ from: line.from, to: Math.max(line.to, line.from), severity: "error" as const, message: error.message }]
      : [];
    this.view.dispatch(setDiagnostics(this.view.state, marks));
    if (!error) this.showParameters();
  }

  private showParameters(): void {
    const { card, state } = this.page;
    if (!card || this.parameters.contains(document.activeElement)) return;
    this.parameters.replaceChildren(
      ...card.params.map(({ name, value, doc }) => {
        const given = state.game.settings[name];
        const usual = Array.isArray(value) ? value.join(",") : value === "default" ? "" : String(value);
        const input = h("input", { value: given ?? usual, placeholder: "as the rules say", spellcheck: "false" });
        input.addEventListener(
          "input",
          debounced(300, () => this.set(name, input.value.trim())),
        );
        return field(name, input, doc);
      }),
      choice<string>(
        "Who cannot move",
        [
          ["", "as the rules say"],
          ["normal", "loses"],
          ["misere", "wins"],
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
