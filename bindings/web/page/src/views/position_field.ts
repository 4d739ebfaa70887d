// Where a position is typed.
import { debounced, field, h } from "../dom";
import { isAnyValue, isCells, isPiles } from "../engine/types";
import type { Page } from "../page";
import { say } from "../words";

/** What a position of the game looks like, for people. */
export function form(page: Page): string {
  const position = page.card?.position;
  if (!position) return "";
  if (isCells(position))
    return position.cells === "squares" ? say("position.squares") : say("position.cells");
  if (isAnyValue(position)) return say("position.value");
  if (isPiles(position)) return `${position.piles.name}1,${position.piles.name}2,...`;
  if (position.length === 1) return say("position.heaps", { name: position[0]?.name ?? "" });
  return position.map((axis) => axis.name).join(",");
}

export function positionField(page: Page): HTMLElement {
  const sum = page.sum();
  const input = h("input", {
    value: page.state.position ?? (sum.length > 1 ? sum.map(({ position }) => position).join(",") : ""),
    placeholder: form(page),
    spellcheck: "false",
    class: "position",
  });
  input.addEventListener(
    "input",
    debounced(500, () => {
      const text = input.value.trim();
      if (text) page.setPosition(text);
      else {
        delete page.state.position;
        page.tell("position");
      }
    }),
  );
  return field(say("position"), input, say("position.is", { form: form(page) }));
}
