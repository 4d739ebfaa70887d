// What the page shows, as a value: what a link holds.
import { fromBase64, squeeze, toBase64, unsqueeze } from "./engine/assets";
export { savedState } from "./engine/assets";
import { WAYS, type Component, type GameDescription, type ValueKind, type Way } from "./engine/types";

export type View = "rules" | "map" | "sequence" | "graph" | "about" | "play";

/** What a teacher asks for: so many wins from these positions, against the machine at a level; 0 is the perfect machine. */
export interface Task {
  positions: string[];
  wins: number;
  level: number;
}

export interface PageState {
  game: GameDescription;
  position?: string;
  view: View;
  map: { size?: number; value?: ValueKind; across?: number; up?: number; fixed?: number[]; piles?: number };
  sequence: { last?: number; row?: Record<string, string> };
  play: { opponent?: string; first?: "you" | "other"; others?: Component[]; way?: Way; board?: string };
  task?: Task;
}

export function firstState(): PageState {
  return { game: { name: "wythoff", settings: {} }, view: "map", map: {}, sequence: {}, play: {} };
}

const views: View[] = ["rules", "map", "sequence", "graph", "about", "play"];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function description(value: unknown): GameDescription | null {
  if (!isRecord(value) || typeof value["name"] !== "string") return null;
  const settings: Record<string, string> = {};
  if (isRecord(value["settings"]))
    for (const [name, setting] of Object.entries(value["settings"])) settings[name] = String(setting);
  const game: GameDescription = { name: value["name"], settings };
  if (typeof value["text"] === "string") game.text = value["text"];
  if (value["play"] === "normal" || value["play"] === "misere") game.play = value["play"];
  return game;
}

/** What a link says, as far as it is of the right kinds: it may come from anybody. */
export function checked(value: unknown): PageState | null {
  if (!isRecord(value)) return null;
  const game = description(value["game"]);
  if (!game) return null;
  const state: PageState = { ...firstState(), game };
  if (typeof value["position"] === "string") state.position = value["position"];
  if (views.includes(value["view"] as View)) state.view = value["view"] as View;
  if (isRecord(value["map"])) state.map = checkedMap(value["map"]);
  if (isRecord(value["sequence"]) && typeof value["sequence"]["last"] === "number")
    state.sequence.last = value["sequence"]["last"];
  if (isRecord(value["sequence"]) && isRecord(value["sequence"]["row"]))
    state.sequence.row = Object.fromEntries(Object.entries(value["sequence"]["row"]).map(([name, at]) => [name, String(at)]));
  const play = value["play"];
  if (isRecord(play)) {
    if (typeof play["opponent"] === "string") state.play.opponent = play["opponent"];
    if (play["first"] === "you" || play["first"] === "other") state.play.first = play["first"];
    if (typeof play["board"] === "string") state.play.board = play["board"];
    const way = WAYS.find((name) => name === play["way"]);
    if (way) state.play.way = way;
    if (Array.isArray(play["others"])) state.play.others = play["others"].flatMap(checkedComponent);
  }
  const task = checkedTask(value["task"]);
  if (task) state.task = task;
  return state;
}

function checkedTask(value: unknown): Task | null {
  if (!isRecord(value) || !Array.isArray(value["positions"])) return null;
  const positions = value["positions"].filter((position) => typeof position === "string");
  const wins = Math.round(Number(value["wins"]));
  const level = Math.round(Number(value["level"]));
  return positions.length > 0 && wins >= 1 && wins <= 99 && level >= 0 && level <= 9 ? { positions, wins, level } : null;
}

function checkedMap(map: Record<string, unknown>): PageState["map"] {
  const result: PageState["map"] = {};
  for (const name of ["size", "across", "up", "piles"] as const)
    if (typeof map[name] === "number") result[name] = map[name];
  if (["grundy", "outcome", "remoteness"].includes(String(map["value"]))) result.value = map["value"] as ValueKind;
  if (Array.isArray(map["fixed"])) result.fixed = map["fixed"].map(Number).filter(Number.isFinite);
  return result;
}

function checkedComponent(value: unknown): Component[] {
  const game = isRecord(value) ? description(value["game"]) : null;
  if (!game || !isRecord(value)) return [];
  return [typeof value["position"] === "string" ? { game, position: value["position"] } : { game }];
}

/** The state in letters that a link may hold. */
export async function packed(state: PageState): Promise<string> {
  const bytes = await squeeze(new Uint8Array(new TextEncoder().encode(JSON.stringify(state))), "deflate-raw");
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text: string): Promise<PageState | null> {
  try {
    const bytes = await unsqueeze(fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")), "deflate-raw");
    return checked(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

const MARK = "#b=";

export async function linkOf(state: PageState): Promise<string> {
  return location.href.replace(/#.*$/s, "") + MARK + (await packed(state));
}

/** What the address says; null where it says nothing. */
export async function stateOfAddress(): Promise<PageState | null> {
  return location.hash.startsWith(MARK) ? unpacked(location.hash.slice(MARK.length)) : null;
}
