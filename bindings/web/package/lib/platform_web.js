// Where the parts come from in a page, in a worker of one, and in what a bundler makes: each lies beside this file.

let engine;
let rules;

async function compiled() {
  const address = new URL("./engine.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read: ${response.status}`);
  // A server that does not say what the file is makes it slower, not impossible.
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function readRules() {
  const address = new URL("./rules.json", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read: ${response.status}`);
  return response.json();
}

export const parts = {
  worker: async () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }),
  engine: () => (engine ??= compiled()),
  rules: () => (rules ??= readRules()),
};
