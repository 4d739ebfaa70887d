// Which board a game is drawn on: by what its positions are, or by what people know the game as.
import { button, h } from "../dom";
import { isAnyValue, isCells, isPiles, type GameCard, type Place } from "../engine/types";
import { classesOf, openMoves, pressedOf, signOf, textOf, type Board, type BoardRequest } from "./board";
import { cellsBoard } from "./cells";
import { chocolateBoard } from "./chocolate";
import { coinsBoard } from "./coins";
import { heapsBoard, pileWords, staircaseBoard } from "./heaps";
import { pinsBoard } from "./pins";
import { queenBoard } from "./queen";
import { pileBoard, sticksBoard } from "./sticks";

export type BoardName =
  "cells" | "chocolate" | "coins" | "heaps" | "pile" | "pins" | "queen" | "staircase" | "sticks" | "numbers";

/** How many moves stand beside a position that has no picture; all of them are listed below. */
const MOST = 40;

/** The position as a text; nothing on it can be pointed at, so its moves stand below it. */
function numbersBoard(request: BoardRequest): HTMLElement {
  const { place, moves } = request;
  const buttons = openMoves(request, moves).slice(0, MOST).map((listed) => {
    const text = textOf(listed.move.label, listed.move.to, undefined);
    const pressed = pressedOf(request, [listed]);
    const attributes = { class: `move ${classesOf(request, [listed])}`, ...(pressed === null ? {} : { "aria-pressed": String(pressed) }) };
    return button(`${text} ${signOf(request, [listed])}`.trim(), () => request.choose([listed]), attributes);
  });
  return h("div", { class: "board" }, h("pre", { class: "shown" }, place.shown), h("div", { class: "choices" }, ...buttons));
}

const boards: Record<BoardName, Board> = {
  cells: cellsBoard,
  chocolate: chocolateBoard,
  coins: coinsBoard,
  heaps: heapsBoard,
  pile: pileBoard,
  pins: pinsBoard,
  queen: queenBoard,
  staircase: staircaseBoard,
  sticks: sticksBoard,
  numbers: numbersBoard,
};

/** As people know these games. */
const known: Record<string, BoardName> = {
  wythoff: "queen",
  "wyt-queens": "queen",
  "blocking-wythoff": "queen",
  "corner-the-lady": "queen",
  attrition: "queen",
  "flip-flop": "queen",
  nimrod: "sticks",
  copycat: "sticks",
  "take-away": "pile",
  "fibonacci-nim": "pile",
  staircase: "staircase",
  chomp: "chocolate",
  kayles: "pins",
  "dawsons-kayles": "pins",
  "silver-dollar": "coins",
  welter: "coins",
};

/** The boards that fit positions of that kind; the first is the usual one. */
export function boardsFor(card: GameCard): BoardName[] {
  const { position } = card;
  if (isAnyValue(position)) return ["numbers"];
  const fitting: BoardName[] = isCells(position)
    ? ["cells", "numbers"]
    : isPiles(position)
      ? ["heaps", "staircase", "coins", "chocolate", "numbers"]
      : position.length === 1
        ? ["heaps", "pins", "sticks", "numbers"]
        : ["heaps", "queen", "sticks", "pile", "numbers"];
  const usual = known[card.name];
  return usual ? [usual, ...fitting.filter((name) => name !== usual)] : fitting;
}

function chosenBoard(name: string | undefined, card: GameCard): BoardName {
  const fitting = boardsFor(card);
  return fitting.find((board) => board === name) ?? fitting[0] ?? "numbers";
}

export function drawBoard(name: string | undefined, request: BoardRequest): HTMLElement | SVGElement {
  return boards[chosenBoard(name, request.card)](request);
}

/** What a move from `place` is in the words of this board; null where it has none. */
export function wordsOnBoard(name: string | undefined, card: GameCard, place: Place, to: Place[]): string | null {
  return ["heaps", "staircase", "sticks", "pile"].includes(chosenBoard(name, card)) ? pileWords({ card, place }, to) : null;
}
