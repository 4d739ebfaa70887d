// Where the person has been: every view, position and game is an entry of the browser's history, the address says what is seen,
// and whatever changes is kept as it changes.
import { debounced } from "./dom";
import { keepGame, keepHere, keepLast, keptGame, lastSeen, seen, seenHere, type Seen } from "./memory";
import type { Page } from "./page";
import { linkOf, savedState, stateOfAddress, firstState, unpacked } from "./state";

/** A kept game is opened as it was left last, whatever its rules were when the entry was made. */
function withKeptRules({ state, work }: Seen): Seen {
  const kept = work === null ? null : keptGame(work);
  return kept ? { state: { ...state, game: kept.state.game }, work } : { state, work: null };
}

async function ofEntry(entry: unknown): Promise<Seen | null> {
  const known = seen(entry);
  if (known) return withKeptRules(known);
  const linked = await stateOfAddress();
  return linked ? { state: linked, work: null } : null;
}

/**
 * What the page opens with: what it showed before it was loaded again, the entry's state or the link's, that of the file it was saved
 * in, what was seen last, or the usual one.
 */
export async function opening(): Promise<Seen> {
  const here = seenHere();
  if (here) return withKeptRules(here);
  const found = await ofEntry(history.state);
  if (found) return found;
  const saved = savedState();
  const state = saved ? await unpacked(saved) : null;
  if (state) return { state, work: null };
  const last = saved ? null : lastSeen();
  return last ? withKeptRules(last) : { state: firstState(), work: null };
}

export class Course {
  private key: string;
  private readonly later: () => void;

  constructor(private readonly page: Page) {
    this.key = this.keyNow();
    this.later = debounced(200, () => this.write());
    this.write();
    page.listen(() => this.follow());
    window.addEventListener("popstate", (event) => void this.goTo(event.state));
    window.addEventListener("pagehide", () => this.write());
  }

  /** What makes an entry of its own. Rules and parameters that change do not. */
  private keyNow(): string {
    const { game, view, position } = this.page.state;
    return JSON.stringify([this.page.work ?? game.name, view, position]);
  }

  private follow(): void {
    const { page } = this;
    const kept = page.work === null || keepGame(page.work, page.state);
    page.remembers = keepLast(page.state, page.work) && kept;
    const key = this.keyNow();
    if (key === this.key) {
      this.later();
      return;
    }
    // A game whose rules are edited for the first time stays in its entry.
    const [before, now] = [JSON.parse(this.key) as unknown[], JSON.parse(key) as unknown[]];
    const edited = before[1] === now[1] && before[2] === now[2] && page.justEdited;
    page.justEdited = false;
    this.key = key;
    this.write(!edited);
  }

  /** The entry at once; the address, which takes a moment to be packed, after it. */
  private write(anew = false): void {
    const { state, work } = this.page;
    const entry = { state: structuredClone(state), work };
    keepHere(entry);
    try {
      if (anew) history.pushState(entry, "");
      else history.replaceState(entry, "");
    } catch {
      return; // where pages have no history of their own
    }
    const key = this.key;
    void linkOf(entry.state).then((link) => {
      if (key === this.key) history.replaceState(entry, "", link);
    });
  }

  private async goTo(entry: unknown): Promise<void> {
    const found = await ofEntry(entry);
    if (!found) return;
    this.key = JSON.stringify([found.work ?? found.state.game.name, found.state.view, found.state.position]);
    this.page.open(found.state, found.work);
  }
}
