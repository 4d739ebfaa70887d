// What of a rule file is folded when it opens: helpers, players and known values, so that the moves are seen.
import { foldEffect, foldService } from "@codemirror/language";
import type { EditorState, StateEffect, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

interface Range {
  from: number;
  to: number;
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

/** From the end of line `number` to the end of the line that closes what it opens; null where it opens nothing. */
function blockAt(doc: Text, number: number): Range | null {
  const first = doc.line(number);
  const indent = indentOf(first.text);
  if (indent < 0 || !/(\{|\bthen|\bdo|\)|\breturn game \{)\s*$|\bfunction\b/.test(first.text)) return null;
  for (let n = number + 1; n <= doc.lines; n++) {
    const { text, to } = doc.line(n);
    const at = indentOf(text);
    if (at < 0 || at > indent) continue;
    return at === indent && /^\s*(end|\}|\))/.test(text) && n > number + 1 ? { from: first.to, to } : null;
  }
  return null;
}

/** Blocks that can be folded, in every line that begins one. */
export const folds = foldService.of((state: EditorState, from: number) => blockAt(state.doc, state.doc.lineAt(from).number));

/** Folds local functions with what is said of them, and the fields that are not the game itself. */
export function foldAside(view: EditorView): void {
  const { doc } = view.state;
  const effects: StateEffect<Range>[] = [];
  for (let n = 1; n <= doc.lines; n++) {
    const { text } = doc.line(n);
    const helper = /^local function\b/.test(text);
    if (!helper && !/^\s+(players|known|opening|random_start|check)\s*=/.test(text)) continue;
    const block = blockAt(doc, n);
    if (!block) continue;
    let first = n;
    while (helper && first > 1 && doc.line(first - 1).text.startsWith("--")) first--;
    effects.push(foldEffect.of({ from: doc.line(first).to, to: block.to }));
    n = doc.lineAt(block.to).number;
  }
  if (effects.length > 0) view.dispatch({ effects });
}
