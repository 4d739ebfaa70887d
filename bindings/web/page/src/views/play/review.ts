// Who could force a win, move after move: above the line the person, below it the other.
import { h, s } from "../../dom";
import { say } from "../../words";
import type { Judged } from "./game";

const WIDTH = 40;

function spoken(judged: Judged): string {
  const where = say(`review.${judged.after}`, { n: judged.move, told: judged.told });
  const who = judged.winning === null ? "nobody" : judged.winning === "you" ? "you_win" : "other_wins";
  const far = judged.remoteness === null ? "" : say("review.before_end", { n: judged.remoteness });
  return say(`review.${who}`, { where }) + far;
}

/** What makes a point choose something by mouse and keyboard. */
function chosenBy(act: () => void): { tabindex: number; click: () => void; keydown: (event: KeyboardEvent) => void } {
  const keydown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") act();
  };
  return { tabindex: 0, click: act, keydown };
}

/** `goTo` goes back to a move; null where that is not allowed. */
export function reviewPicture(judged: Judged[], goTo: ((move: number) => void) | null): HTMLElement {
  const width = Math.max(judged.length * WIDTH, 160);
  const picture = s("svg", { viewBox: `0 0 ${width} 130`, width, height: 130, class: "review" });
  const y = ({ winning }: Judged): number => (winning === "you" ? 30 : winning === "other" ? 90 : 60);
  picture.append(
    s("text", { x: 2, y: 14 }, say("review.you")),
    s("text", { x: 2, y: 116 }, say("review.other")),
    s("line", { x1: 0, x2: width, y1: 60, y2: 60, class: "axis" }),
    s("path", {
      class: "course",
      d: judged.map((one, i) => `${i === 0 ? "M" : "L"}${i * WIDTH + WIDTH / 2} ${y(one)}`).join(""),
    }),
  );
  judged.forEach((one, i) => {
    const before = judged[i - 1];
    // Whoever had a win and has it no more has made a mistake.
    const mistake = before !== undefined && before.winning === before.side && one.winning !== before.side;
    const point = s(
      "g",
      {
        class: `point ${one.winning ?? "draw"} ${mistake ? "mistake" : ""}`,
        role: goTo ? "button" : "img",
        "aria-label": spoken(one) + (mistake ? say("review.mistake") : ""),
        ...(goTo ? chosenBy(() => goTo(one.move)) : {}),
      },
      s("circle", { cx: i * WIDTH + WIDTH / 2, cy: y(one), r: mistake ? 9 : 6 }),
      s(
        "text",
        { x: i * WIDTH + WIDTH / 2, y: 60 + (y(one) > 60 ? 52 : 0), "text-anchor": "middle", class: "small" },
        mistake ? "✗" : "",
      ),
      s("title", {}, spoken(one)),
    );
    picture.append(point);
  });
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": say("review.name") },
    h("p", {}, say(goTo ? "review.text" : "review.text.only")),
    picture,
  );
}
