// Where the parts come from in Node.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { Worker } from "node:worker_threads";

let engine;
let rules;

/** Deep recursion in WebAssembly lies on the thread's stack. */
const kStackMegabytes = 32;

/** A worker as pages have them. */
function newWorker() {
  const worker = new Worker(new URL("./worker_node.js", import.meta.url), {
    execArgv: [],
    resourceLimits: { stackSizeMb: kStackMegabytes },
  });
  const adapted = {
    onmessage: undefined,
    onerror: undefined,
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
  worker.on("message", (data) => adapted.onmessage?.({ data }));
  worker.on("error", (error) => adapted.onerror?.(error));
  return adapted;
}

export const parts = {
  worker: async () => newWorker(),
  engine: () => (engine ??= readFile(new URL("./engine.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes))),
  rules: () => (rules ??= readFile(new URL("./rules.json", import.meta.url), "utf8").then(JSON.parse)),
  /** A rule file by its path. */
  readRule: async (path) => ({ name: basename(path, ".lua"), source: await readFile(path, "utf8") }),
};
