// What of a rule file is folded when it opens: helpers, players and known values, so that the moves are seen.
import { codeFolding, foldEffect, foldGutter, foldService } from "@codemirror/language";
import type { EditorState, Extension, StateEffect, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

import { h } from "../dom";
import { say } from "../words";

interface Range {
  from: number;
  to: number;
}

/** The fields of a game that are not how it is played. */
const ASIDE = /^\s+(players|known|opening|random_start|check)\s*=/;

function indentOf(line: string): number {
  return line.search(/\S/);
}

/** From the end of line `number` to the end of the line that closes what it opens; null where it opens nothing. */
function blockAt(doc: Text, number: number): Range | null {
  const first = doc.line(number);
  const indent = indentOf(first.text);
  if (indent < 0 || !/(\{|\bthen|\bdo|\))\s*$|\bfunction\b/.test(first.text)) return null;
  for (let n = number + 1; n <= doc.lines; n++) {
    const { text, to } = doc.line(n);
    const at = indentOf(text);
    if (at < 0 || at > indent) continue;
    return at === indent && /^\s*(end|\}|\))/.test(text) && n > number + 1 ? { from: first.to, to } : null;
  }
  return null;
}

/** What is written where `range` is folded: the helpers in it by name, if it begins with one or with what is said of it. */
function label(state: EditorState, range: Range): string {
  if (range.from !== state.doc.lineAt(range.from).from) return "...";
  const names = [...state.sliceDoc(range.from, range.to).matchAll(/^local function (\w+)/gm)].map((found) => found[1]);
  return say("editor.helpers", { n: names.length, names: names.join(", ") });
}

/** Folding of blocks, in every line that begins one. */
export function folding(): Extension {
  return [
    foldService.of((state: EditorState, from: number) => blockAt(state.doc, state.doc.lineAt(from).number)),
    foldGutter(),
    codeFolding({
      preparePlaceholder: label,
      placeholderDOM: (_view, unfold, text: string) =>
        h("span", { class: "cm-foldPlaceholder", title: say("editor.unfold"), "aria-label": say("editor.folded", { what: text }), click: unfold as (event: never) => void }, text),
    }),
  ];
}

/** The line after the helper that begins at line `number`, with what is said of it; the same line where none begins there. */
function afterHelper(doc: Text, number: number): number {
  let n = number;
  while (n <= doc.lines && doc.line(n).text.startsWith("--")) n++;
  if (n > doc.lines || !/^local function\b/.test(doc.line(n).text)) return number;
  const block = blockAt(doc, n);
  if (block) return doc.lineAt(block.to).number + 1;
  return /\bend\s*$/.test(doc.line(n).text) ? n + 1 : number;
}

/** The text or source of a game, where it is long: the page shows them anyway. */
function longText(doc: Text, number: number): Range | null {
  const first = doc.line(number);
  const field = /^\s+(text|source)\s*=\s*(?=")/.exec(first.text);
  if (!field) return null;
  let last = number;
  while (last < doc.lines && /^\s*\.\./.test(doc.line(last + 1).text)) last++;
  const range = { from: first.from + field[0].length, to: doc.line(last).to };
  return range.to - range.from > 40 ? range : null;
}

/** Folds helpers that stand one after the other, and the fields that are not the game itself. */
export function foldAside(view: EditorView): void {
  const { doc } = view.state;
  const effects: StateEffect<Range>[] = [];
  for (let n = 1; n <= doc.lines; n++) {
    let last = n;
    for (let at = n; at <= doc.lines; ) {
      const after = afterHelper(doc, at);
      if (after === at) break;
      last = after;
      at = after;
      while (at <= doc.lines && doc.line(at).text.trim() === "") at++;
    }
    if (last > n) {
      effects.push(foldEffect.of({ from: doc.line(n).from, to: doc.line(last - 1).to }));
      n = last - 1;
      continue;
    }
    const block = ASIDE.test(doc.line(n).text) ? blockAt(doc, n) : longText(doc, n);
    if (!block) continue;
    effects.push(foldEffect.of(block));
    n = doc.lineAt(block.to).number;
  }
  if (effects.length > 0) view.dispatch({ effects });
}
