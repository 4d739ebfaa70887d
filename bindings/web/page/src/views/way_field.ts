// How several games are played at once: the choice, and what it means.
import { choice, h } from "../dom";
import { WAYS, type Way } from "../engine/types";
import type { Page } from "../page";
import { say } from "../words";

/** Nothing where a single game is played. */
export function wayField(page: Page): HTMLElement | null {
  if (page.played().length < 2) return null;
  const options = WAYS.map((way): [Way, string] => [way, say(`way.${way}`)]);
  return choice(say("play.way"), options, page.way, (way) => {
    const { play } = page.state;
    if (way === "disjunctive") delete play.way;
    else play.way = way;
    page.tell("play");
  });
}

/** How it is played, as a sentence; hidden where a single game is, or a disjunctive sum. */
export function wayRule(way: Way, components: number): HTMLElement {
  return h("p", { class: "way", hidden: components < 2 || way === "disjunctive" }, say(`way.rule.${way}`));
}
