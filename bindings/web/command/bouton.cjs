#!/usr/bin/env node
// The command, `bouton`, for Node. The program runs in a thread of its own (host.cjs), where it may wait; here its signals come in,
// and standard input is read for it. What the two share is described in shared.cjs.
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const tty = require("node:tty");
const { Worker } = require("node:worker_threads");
const { cellsOf, Cell, Input, kInputBytes, kSharedBytes } = require("./shared.cjs");

/// As long as the native command waits after a signal before it ends what does not look at it, in milliseconds.
const kGrace = 250;
/// Deep recursion in WebAssembly lies on the thread's stack, too.
const kStackMegabytes = 32;

const shared = new SharedArrayBuffer(kSharedBytes);
const { cells, input } = cellsOf(shared);
const unfinished = new Set();
let manner = "";
let signalled = false;
let grace;
let ended = false;

function wake() {
  Atomics.add(cells, Cell.wake, 1);
  Atomics.notify(cells, Cell.wake);
}

// -- Signals

/// Before the process ends by other ways than the program's own.
function tidyUp() {
  for (const file of unfinished) {
    try {
      fs.unlinkSync(file);
    } catch {
      // It has its name by now, or nobody can delete it.
    }
  }
  if (tty.isatty(2)) complain("\r\x1b[K");
}

function complain(text) {
  try {
    fs.writeSync(2, text);
  } catch {
    // Nobody is there to read it.
  }
}

function endBy(name, number) {
  tidyUp();
  process.removeAllListeners(name);
  process.kill(process.pid, name);
  process.exit(128 + number);
}

/// What does not look whether it is to stop is ended all the same, also where it waits for a pipe that nobody opens: a thread that is
/// in a system call cannot be ended alone.
async function endAfterGrace(name, number) {
  ended = true;
  tidyUp();
  complain("bouton: interrupted\n");
  const terminated = worker.terminate().then(() => true);
  const later = () => new Promise((resolve) => setTimeout(resolve, kGrace, false));
  while (!(await Promise.race([terminated, later()]))) {
    if (Atomics.load(cells, Cell.inSystemCall) !== 0) endBy(name, number);
  }
  tidyUp(); // what it began meanwhile
  process.exit(128 + number);
}

function onSignal(name, number) {
  const isCtrlC = name === "SIGINT";
  if (manner !== "conversation" || !isCtrlC) {
    if (signalled) endBy(name, number);
    signalled = true;
    if (manner !== "long" && !grace)
      grace = setTimeout(() => endAfterGrace(name, number), kGrace);
  }
  Atomics.store(cells, Cell.signal, number);
  wake();
}

/// Those that whoever started the process lets it ignore, as nohup does, as bits; none where the system does not say.
function ignoredSignals() {
  try {
    return BigInt("0x" + /^SigIgn:\s*([0-9a-f]+)/m.exec(fs.readFileSync("/proc/self/status", "latin1"))[1]);
  } catch {
    return 0n;
  }
}

const ignored = ignoredSignals();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  const number = os.constants.signals[name];
  if ((ignored >> BigInt(number - 1)) % 2n === 0n) process.on(name, () => onSignal(name, number));
}

// -- Standard input, read when the program asks for it and not before: what it leaves is for others

let pending = Buffer.alloc(0);
let asked = false;
let ending = 0; // Input.end or Input.error, once it has come
let listens = false;

function feed() {
  if (!asked || (pending.length === 0 && ending === 0)) return;
  asked = false;
  if (pending.length > 0) {
    const count = pending.copy(input, 0, 0, kInputBytes);
    pending = pending.subarray(count);
    Atomics.store(cells, Cell.length, count);
    Atomics.store(cells, Cell.input, Input.bytes);
  } else {
    Atomics.store(cells, Cell.input, ending);
  }
  wake();
}

function listen() {
  listens = true;
  process.stdin.on("data", (bytes) => {
    process.stdin.pause();
    pending = Buffer.concat([pending, bytes]);
    feed();
  });
  process.stdin.on("end", () => {
    ending = Input.end;
    feed();
  });
  process.stdin.on("error", (error) => {
    ending = error.code === "EOF" ? Input.end : Input.error;
    feed();
  });
}

function read() {
  asked = true;
  if (pending.length > 0 || ending !== 0) return feed();
  if (!listens) listen();
  process.stdin.resume();
}

// -- The terminal

function measure() {
  const stream = [process.stdout, process.stderr].find((one) => one.isTTY);
  Atomics.store(cells, Cell.rows, stream?.rows ?? 0);
  Atomics.store(cells, Cell.columns, stream?.columns ?? 0);
}

// Of streams that are no terminals nothing is asked: Node would make pipes so that writing does not wait.
if (tty.isatty(1) || tty.isatty(2)) {
  measure();
  if (process.platform !== "win32") process.on("SIGWINCH", measure);
}

// -- The program

/// Windows has two signs for what lies in a folder; the program knows one.
function typed(argument) {
  return process.platform === "win32" && !argument.includes("=") ? argument.replaceAll("\\", "/") : argument;
}

const worker = new Worker(path.join(__dirname, "host.cjs"), {
  workerData: { shared, words: process.argv.slice(2).map(typed) },
  execArgv: [],
  resourceLimits: { stackSizeMb: kStackMegabytes },
});
worker.on("message", (message) => {
  if (message.kind === "input") read();
  else if (message.kind === "manner") manner = message.manner;
  else if (message.kind === "unfinished") unfinished.add(message.file);
  else if (message.kind === "finished") unfinished.delete(message.file);
});
worker.on("error", (error) => {
  tidyUp();
  const depth = error instanceof RangeError && /call stack/.test(error.message);
  complain(`bouton: ${depth ? "the question leads deeper than the stack of WebAssembly" : `a fault in Bouton itself: ${error.message}`}\n`);
  process.exit(depth ? 1 : 2);
});
worker.on("exit", (code) => {
  if (!ended) process.exit(code);
});
