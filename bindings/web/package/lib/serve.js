// What a worker does: it runs the engine, one request after the other, as they come.
import createBouton from "./engine.js";

/** As often as somebody is told how far work has come, in milliseconds. */
const kBetween = 100;

/** Serves whoever is at the other end of `port`: { post(message, transfer), listen(hear) }. */
export function serve(port) {
  let program;
  let told = 0;

  function onProgress(doing, done, total) {
    const now = performance.now();
    if (now - told < kBetween) return;
    told = now;
    port.post({ kind: "progress", doing, done, total }, []);
  }

  function start(engine) {
    return createBouton({
      onProgress,
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(engine, imports).then((instance) => done(instance, engine));
        return {};
      },
    });
  }

  function ask(engine, request) {
    const size = engine.lengthBytesUTF8(request) + 1;
    const at = engine._malloc(size);
    engine.stringToUTF8(request, at, size);
    const text = engine.UTF8ToString(engine._bouton_web_answer(at));
    engine._free(at);
    const first = (engine._bouton_web_cells() >>> 0) / 4;
    // The one copy: out of the memory of the engine, which nobody else can have.
    const cells = engine.HEAPU32.slice(first, first + engine._bouton_web_cell_count());
    return { text, cells };
  }

  port.listen(async (message) => {
    if (message.kind === "start") {
      program = start(message.engine);
      return;
    }
    try {
      const engine = await program;
      told = performance.now();
      const { text, cells } = ask(engine, message.text);
      if (!message.quiet) port.post({ kind: "answer", text, cells }, [cells.buffer]);
    } catch (error) {
      if (!message.quiet) port.post({ kind: "failure", message: String(error) }, []);
    }
  });
}
