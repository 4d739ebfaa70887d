// The worker of Node.
import { parentPort } from "node:worker_threads";

// As a worker of a page has them: the engine is compiled for one.
globalThis.self ??= globalThis;
globalThis.location ??= { href: import.meta.url };

const { serve } = await import("./serve.js");
serve({
  post: (message, transfer) => parentPort.postMessage(message, transfer),
  listen: (hear) => parentPort.on("message", hear),
});
