// Which board a game is drawn on: by what its positions are, or by what people know the game as.
import { h } from "../dom";
import { isCells, isPiles, type GameCard, type Place } from "../engine/types";
import type { Board, BoardRequest } from "./board";
import { cellsBoard } from "./cells";
import { chocolateBoard } from "./chocolate";
import { coinsBoard } from "./coins";
import { heapsBoard, pileWords, staircaseBoard } from "./heaps";
import { pinsBoard } from "./pins";
import { queenBoard } from "./queen";
import { pileBoard, sticksBoard } from "./sticks";

export type BoardName =
  "cells" | "chocolate" | "coins" | "heaps" | "pile" | "pins" | "queen" | "staircase" | "sticks" | "numbers";

function numbersBoard({ place }: BoardRequest): HTMLElement {
  return h("div", { class: "board" }, h("pre", { class: "shown" }, place.shown));
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
  const fitting: BoardName[] = isCells(card.position)
    ? ["cells", "numbers"]
    : isPiles(card.position)
      ? ["heaps", "staircase", "coins", "chocolate", "numbers"]
      : card.position.length === 1
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
