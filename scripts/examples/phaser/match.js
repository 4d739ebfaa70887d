// A match against the engine, without a picture: whose turn it is, what has been played, and what the engine says.
import { sum } from "bouton";

export class Match {
  /** Heaps of `game`, of these sizes, played as one; a person begins. */
  constructor(game, start) {
    this.game = game;
    this.start = start;
    this.level = 5;
    this.begin();
  }

  begin() {
    this.position = sum(this.start.map((size) => this.game.position(size)));
    this.piles = this.start;
    this.played = [];
    this.winner = null;
  }

  /** Leaves so many in a pile, if the rules allow it; false where they do not. */
  async play(pile, left) {
    const moves = await this.position.options();
    const move = moves.find(({ component, to }) => component === pile && to[0].coordinates[0] === left);
    if (move) this.#make("person", move);
    return move !== undefined;
  }

  /** The engine's move, at the level of the match; null where the game is over. */
  async answer() {
    const move = await this.position.bestMove({ level: this.level, seed: this.played.length + 1 });
    if (move) this.#make("engine", move);
    return move;
  }

  /** Whoever has just moved has won, if the other cannot. */
  async look() {
    const last = this.played.at(-1);
    if (last && (await this.position.isOver())) this.winner = last.who;
    return this.winner;
  }

  /** A move that wins: { pile, left }; null where there is none. */
  async hint() {
    const [move] = await this.position.winningMoves({ most: 1 });
    return move ? { pile: move.component, left: move.to[0].coordinates[0] } : null;
  }

  /** Takes back the person's last move, and what was answered. */
  undo() {
    const last = this.played.findLastIndex(({ who }) => who === "person");
    if (last < 0) return;
    ({ position: this.position, piles: this.piles } = this.played[last]);
    this.played.length = last;
    this.winner = null;
  }

  #make(who, move) {
    this.played.push({ who, position: this.position, piles: this.piles });
    this.position = move.position;
    this.piles = this.piles.with(move.component, move.to[0].coordinates[0]);
  }
}
