// What the two threads of the command share: some numbers, and a piece of standard input.
"use strict";

/// The numbers, by their places.
const Cell = {
  wake: 0, // one more whenever something has come; what waits, waits for that
  signal: 1, // that has come and was not looked at yet, 0: none
  input: 2, // an Input
  length: 3, // of the piece, where there is one
  rows: 4, // of the terminal, 0: none, or it does not say
  columns: 5,
  inSystemCall: 6, // 1 while the program waits for one that may last for ever
};

/// Of standard input: nothing yet, a piece, its end, or it cannot be read.
const Input = { none: 0, bytes: 1, end: 2, error: 3 };

const kCells = 8;
const kInputBytes = 1 << 16;
const kSharedBytes = 4 * kCells + kInputBytes;

function cellsOf(shared) {
  return { cells: new Int32Array(shared, 0, kCells), input: new Uint8Array(shared, 4 * kCells, kInputBytes) };
}

module.exports = { Cell, Input, kInputBytes, kSharedBytes, cellsOf };
