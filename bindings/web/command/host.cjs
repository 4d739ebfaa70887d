// The thread in which the program runs: it is given the arguments, the environment and the files of the process, and asks here for
// signals and for standard input, which bouton.cjs has.
"use strict";

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const tty = require("node:tty");
const { parentPort, workerData } = require("node:worker_threads");
const createCommand = require("./command.cjs");
const { cellsOf, Cell, Input } = require("./shared.cjs");

const { cells, input } = cellsOf(workerData.shared);
let manner = "";

// -- Waiting

/// Waits until `reached` says so, or for so many milliseconds (negative: for ever). False where the time is up.
function waitFor(reached, milliseconds) {
  const until = milliseconds < 0 ? Infinity : Date.now() + milliseconds;
  for (;;) {
    const seen = Atomics.load(cells, Cell.wake);
    if (reached()) return true;
    const left = until - Date.now();
    if (left <= 0) return false;
    Atomics.wait(cells, Cell.wake, seen, left);
  }
}

const signalCame = () => Atomics.load(cells, Cell.signal) !== 0;

/// What the program asks of its host (bindings/output/sink/interrupt_host.cpp, bindings/cli/watching/run_host.cpp, system.js).
const host = {
  takeSignal: () => Atomics.exchange(cells, Cell.signal, 0),

  waitForInput(milliseconds) {
    askForInput();
    const inputCame = () => Atomics.load(cells, Cell.input) !== Input.none;
    if (!waitFor(() => signalCame() || inputCame(), milliseconds)) return 0;
    return signalCame() ? -1 : 1;
  },

  setManner(now) {
    manner = now;
    parentPort.postMessage({ kind: "manner", manner });
  },

  terminalSize: () => ({ rows: Atomics.load(cells, Cell.rows), columns: Atomics.load(cells, Cell.columns) }),

  /// Runs the command with these words in a process of its own.
  run(words) {
    const ended = inSystemCall(spawnSync)(process.execPath, [path.join(__dirname, "bouton.cjs"), ...words], { stdio: "inherit" });
    return ended.error === undefined;
  },

  sleep: (milliseconds) => waitFor(signalCame, milliseconds),
};

/// A function that says where it is while it is in a system call.
function inSystemCall(call) {
  return (...values) => {
    Atomics.store(cells, Cell.inSystemCall, 1);
    try {
      return call(...values);
    } finally {
      Atomics.store(cells, Cell.inSystemCall, 0);
    }
  };
}

// -- Standard input and output, as the program's system calls reach them: by functions of Node's

let asked = false;
let taken = 0; // of the piece that is there

function askForInput() {
  if (asked || Atomics.load(cells, Cell.input) !== Input.none) return;
  asked = true;
  parentPort.postMessage({ kind: "input" });
}

function failure(code) {
  return Object.assign(new Error(code), { code });
}

function readInput(buffer, offset, length) {
  if (host.waitForInput(-1) < 0) throw failure("EINTR");
  asked = false;
  const state = Atomics.load(cells, Cell.input);
  if (state === Input.end) return 0;
  if (state === Input.error) throw failure("EIO");
  const size = Atomics.load(cells, Cell.length);
  const piece = input.subarray(taken, Math.min(taken + length, size));
  new Uint8Array(buffer.buffer, buffer.byteOffset + offset).set(piece);
  taken += piece.length;
  if (taken === size) {
    taken = 0;
    Atomics.store(cells, Cell.input, Input.none);
  }
  return piece.length;
}

const readSync = inSystemCall(fs.readSync);
fs.readSync = (file, buffer, offset, length, position) => {
  if (file === 0) return readInput(buffer, offset, length);
  try {
    return readSync(file, buffer, offset, length, position);
  } catch (error) {
    if (error.code !== "ESPIPE") throw error;
    return readSync(file, buffer, offset, length, null); // a pipe has a name, but no places
  }
};

const writeSync = inSystemCall(fs.writeSync);
fs.writeSync = (file, buffer, offset, length, position) => {
  for (;;) {
    try {
      return writeSync(file, buffer, offset, length, position);
    } catch (error) {
      if (error.code === "ESPIPE" && position !== null) {
        position = null;
        continue;
      }
      // Somebody may have made the pipe so that writing does not wait.
      if (error.code === "EAGAIN" && !signalCame()) host.sleep(5);
      else if (error.code === "EAGAIN") throw failure("EINTR");
      else if (error.code === "EPIPE" && manner === "quiet" && file === 1) process.exit(0);
      else throw error.code === "EOF" ? failure("EPIPE") : error;
    }
  }
};

/// Where the program ends, Emscripten closes its standard streams. They are those of the process: its other thread may be reading from
/// them, and the system's number for one would be another file's.
const closeSync = fs.closeSync;
fs.closeSync = (file) => {
  if (file > 2) closeSync(file);
};

// -- Files that are not yet what they are to be: deleted where the process ends by force

const tell = (kind, file) => parentPort.postMessage({ kind, file: path.resolve(String(file)) });

const { renameSync, unlinkSync } = fs;
const openSync = inSystemCall(fs.openSync);
fs.openSync = (file, flags, mode) => {
  const opened = openSync(file, flags, mode);
  if (typeof flags === "number" && (flags & fs.constants.O_EXCL) !== 0) tell("unfinished", file);
  return opened;
};
fs.renameSync = (from, to) => {
  renameSync(from, to);
  tell("finished", from);
};
fs.unlinkSync = (file) => {
  unlinkSync(file);
  tell("finished", file);
};

// -- The program

/// Emscripten has an environment of its own under these names.
const kMadeUp = ["USER", "LOGNAME", "PATH", "PWD", "HOME", "LANG", "_"];

function setUp() {
  for (const name of kMadeUp) program.ENV[name] = undefined;
  Object.assign(program.ENV, process.env, { BOUTON_PACKAGE: path.join(__dirname, "..").replaceAll("\\", "/") });
  program.ENV.HOME ??= os.homedir();
  if (process.platform === "win32") program.ENV.TERM ??= "xterm";
}

/// Emscripten takes all three for terminals.
function describeStreams() {
  for (const stream of [0, 1, 2]) program.FS.streams[stream].tty = tty.isatty(stream);
}

const program = {
  host,
  arguments: workerData.words,
  thisProgram: "bouton",
  preRun: [setUp],
  onRuntimeInitialized: describeStreams,
  quit(status, error) {
    if (error instanceof Error) throw error; // the program has not ended by itself
    process.exit(status);
  },
  instantiateWasm(imports, done) {
    // At once: a promise would make nothing sooner here.
    const module = new WebAssembly.Module(fs.readFileSync(path.join(__dirname, "command.wasm")));
    const instance = new WebAssembly.Instance(module, imports);
    done(instance, module);
    return instance.exports;
  },
};
createCommand(program);
