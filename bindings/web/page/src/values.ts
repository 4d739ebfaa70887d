// Values in words and in the engine's colours.
import {
  NOT_FINITE,
  NO_POSITION,
  type Colours,
  type GameCard,
  type Move,
  type OutcomeName,
  type Value,
  type ValueKind,
} from "./engine/types";
import { say } from "./words";

const outcomes: OutcomeName[] = ["P", "N", "draw"];

/**
 * The colour of a cell, 0xRRGGBB, as the engine's pictures have it; `most` is the greatest finite value of the table.
 */
export function cellColour(
  cell: number,
  kind: ValueKind,
  most: number,
  play: GameCard["play"],
  colours: Colours,
): number {
  if (cell === NO_POSITION) return colours.nothing;
  if (kind === "outcome") return colours[outcomes[cell] ?? "draw"];
  if (cell === NOT_FINITE) return colours.infinite;
  const place = (part: number): number => Math.round(Math.min(Math.max(part, 0), 1) * 255);
  if (kind === "grundy") {
    if (cell === 0) return colours.P;
    return colours.sequential[place(most > 1 ? (cell - 1) / (most - 1) : 0)] ?? colours.infinite;
  }
  const lost = play !== "function" && cell % 2 === (play === "misere" ? 1 : 0);
  return (lost ? colours.shadesP : colours.shadesN)[place(most > 0 ? cell / most : 0)] ?? colours.infinite;
}

/** What a cell says. */
export function cellText(cell: number, kind: ValueKind): string {
  if (cell === NO_POSITION) return say("map.no_position");
  if (kind === "outcome") return outcomes[cell] ?? "?";
  if (cell === NOT_FINITE) return kind === "grundy" ? "∞" : "draw";
  return String(cell);
}

export function grundyText(grundy: Value["grundy"]): string {
  if (grundy === null) return say("value.unknown");
  return typeof grundy === "object" ? `∞(${grundy.infinity.join(",")})` : String(grundy);
}

/** A sentence about a value, of whoever is to move. */
export function valueText(value: Value): string {
  const parts = [say(`value.${value.outcome}`)];
  if (value.grundy !== null) parts.push(say("value.grundy", { grundy: grundyText(value.grundy) }));
  if (value.remoteness !== null) parts.push(say("value.left", { n: value.remoteness }));
  return parts.join(", ");
}

/** The outcome of what a move leads to, as it is for the opponent: after "again" its own player moves on. */
export function outcomeForOpponent(move: Pick<Move, "kind" | "outcome">): OutcomeName | undefined {
  if (move.kind !== "again" || move.outcome === "draw") return move.outcome;
  return move.outcome === undefined ? undefined : move.outcome === "N" ? "P" : "N";
}

/** What a move to a position of this outcome is worth to its player, as a sign: colour is never the only one. */
export function signOfMove(outcome: OutcomeName | undefined): string {
  return outcome === "P" ? "✓" : outcome === "N" ? "✗" : outcome === "draw" ? "=" : "";
}
