// What the browser remembers: games of the person's own, by name, and what was seen last. Where a page may not keep anything, it
// works without.
import { checked, type PageState } from "./state";

/** A game of the person's own. */
export interface Kept {
  id: string;
  name: string;
  /** When it was last changed, in milliseconds since 1970. */
  edited: number;
  state: PageState;
}

const GAME = "bouton-game-";
const LAST = "bouton-last";

/** What stays when the browser is closed, or what this tab alone has. */
function storage(ofTab: boolean): Storage {
  return ofTab ? sessionStorage : localStorage;
}

function read(key: string, ofTab = false): unknown {
  try {
    return JSON.parse(storage(ofTab).getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Whether the browser took it. */
function write(key: string, value: unknown, ofTab = false): boolean {
  try {
    storage(ofTab).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function keptGame(id: string): Kept | null {
  const value = read(GAME + id) as Partial<Kept> | null;
  const state = checked(value?.state);
  if (!value || !state || typeof value.name !== "string") return null;
  return { id, name: value.name, edited: Number(value.edited) || 0, state };
}

/** The games of the person's own, the last changed first. */
export function keptGames(): Kept[] {
  const found: Kept[] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i) ?? "";
      const kept = key.startsWith(GAME) ? keptGame(key.slice(GAME.length)) : null;
      if (kept) found.push(kept);
    }
  } catch {
    // Nothing is kept here.
  }
  return found.sort((a, b) => b.edited - a.edited);
}

export function newId(): string {
  return `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;
}

/** `name`, with a number behind it where another game has that name. */
function unused(name: string, id: string): string {
  const names = new Set(keptGames().flatMap((kept) => (kept.id === id ? [] : [kept.name])));
  if (!names.has(name)) return name;
  for (let i = 2; ; i++) if (!names.has(`${name} (${i})`)) return `${name} (${i})`;
}

/** Keeps a game. Returns whether the browser took it. */
export function keepGame(id: string, state: PageState): boolean {
  return write(GAME + id, { name: unused(state.game.name, id), edited: Date.now(), state });
}

export function forgetGame(id: string): void {
  try {
    localStorage.removeItem(GAME + id);
  } catch {
    // It was never kept.
  }
}

/** What the page showed last, and which of the kept games that was. */
export function keepLast(state: PageState, work: string | null): boolean {
  return write(LAST, { state, work });
}

export interface Seen {
  state: PageState;
  /** Which of the kept games it is; null for none. */
  work: string | null;
}

/** What was kept in this form; null for anything else. */
export function seen(value: unknown): Seen | null {
  const { state, work } = (value ?? {}) as { state?: unknown; work?: unknown };
  const known = checked(state);
  return known ? { state: known, work: typeof work === "string" ? work : null } : null;
}

export function lastSeen(): Seen | null {
  return seen(read(LAST));
}

/** What this tab shows now, for when it is loaded again: a browser may not know of its newest entry yet. */
export function keepHere(here: Seen): void {
  write(LAST, here, true);
}

/** What this tab showed before it was loaded again; null where it was not. */
export function seenHere(): Seen | null {
  const [loading] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return loading?.type === "reload" ? seen(read(LAST, true)) : null;
}
