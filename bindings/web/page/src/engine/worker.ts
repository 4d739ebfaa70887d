// Runs the engine: a request after the other, as they come.
import createBouton, { type BoutonProgram } from "bouton-engine";

import type { FromWorker, ToWorker } from "./messages";

let program: Promise<BoutonProgram> | undefined;
let current = 0;
let lastProgress = 0;

function post(message: FromWorker, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(message, transfer);
}

function tellProgress(doing: string, done: number, total: number): void {
  const now = performance.now();
  if (now - lastProgress < 100) return;
  lastProgress = now;
  post({ kind: "progress", id: current, doing, done, total });
}

function start(module: WebAssembly.Module): Promise<BoutonProgram> {
  return createBouton({
    onProgress: tellProgress,
    instantiateWasm: (imports, done) => {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
  });
}

function ask(engine: BoutonProgram, request: string): { text: string; cells: Uint32Array } {
  const size = engine.lengthBytesUTF8(request) + 1;
  const at = engine._malloc(size);
  engine.stringToUTF8(request, at, size);
  const text = engine.UTF8ToString(engine._bouton_web_answer(at));
  engine._free(at);
  const first = engine._bouton_web_cells() / 4;
  const cells = engine.HEAPU32.slice(first, first + engine._bouton_web_cell_count());
  return { text, cells };
}

self.onmessage = async (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") {
    program = start(message.module);
    return;
  }
  if (!program) return;
  try {
    const engine = await program;
    current = message.id;
    lastProgress = performance.now();
    const { text, cells } = ask(engine, message.request);
    post({ kind: "answer", id: message.id, text, cells }, [cells.buffer]);
  } catch (error) {
    post({ kind: "failure", id: message.id, message: String(error) });
  }
};
