// What kind of game a rule file is, as its text says: where the list of games puts it, and what it opens on.
import type { View } from "./state";

export type Kind = "heap" | "numbers" | "piles" | "coins" | "board" | "graph" | "other";

/** The kinds, in the order of the list of games. */
export const kinds: Kind[] = ["heap", "numbers", "piles", "coins", "board", "graph", "other"];

/** How many things stand between the braces that open at `text[from]`, as far as commas outside of braces tell. */
function countBraced(text: string, from: number): number {
  let depth = 0;
  let count = 1;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === "{") depth++;
    else if (c === "}" && --depth === 0) break;
    else if (c === "," && depth === 1) count++;
  }
  return count;
}

/** The rule file, one of `rules`, that the game is a variant of. */
function baseOf(text: string, rules: Record<string, string>): string | undefined {
  const base = rules[/^return variant\("([\w-]+)"/m.exec(text)?.[1] ?? ""];
  return base === text ? undefined : base;
}

/** `rules` are the rule files that the game may be a variant of. */
export function kindOf(text: string, rules: Record<string, string>): Kind {
  if (/^\s*text\s*=[^=]*\b[Cc]oins?\b/m.test(text)) return "coins";
  const position = /^\s*position\s*=\s*(\w+\(|\{)/m.exec(text);
  if (!position) {
    const base = baseOf(text, rules);
    return base === undefined ? "other" : kindOf(base, rules);
  }
  const form = position[1] ?? "";
  if (form === "piles(") return "piles";
  if (form === "board(") return "board";
  if (form === "graph(") return "graph";
  if (form === "value(") return "other";
  return countBraced(text, position.index + position[0].length - 1) > 1 ? "numbers" : "heap";
}

/** Whether positions are values, which stand in no map and no row. */
function hasValues(text: string, rules: Record<string, string>): boolean {
  if (/^\s*position\s*=\s*value\(/m.test(text)) return true;
  const base = baseOf(text, rules);
  return base !== undefined && hasValues(base, rules);
}

/** The view in which there is something to see of a game. */
export function firstView(text: string, rules: Record<string, string>): View {
  const kind = kindOf(text, rules);
  if (hasValues(text, rules)) return "play";
  if (kind === "numbers") return "map";
  if (kind === "coins") return /^\s*position\s*=\s*\{[^}]*,/m.test(text) ? "map" : "sequence";
  if (kind === "heap") return /^\s*example\s*=\s*\{\s*\{/m.test(text) ? "play" : "sequence";
  return kind === "other" ? "map" : "play";
}
