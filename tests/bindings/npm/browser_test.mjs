// The library in a page, in a worker of a page, and in what a bundler makes.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { noBrowser, onPage } from "./browser.mjs";
import { bouton, install, pagePackage } from "./installed.mjs";

const imports = JSON.stringify({ imports: { bouton: "./node_modules/bouton/bouton.js" } });
const page = (script) =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="importmap">${imports}</script>${script}`;

/** Asks some things of the library, and says what it heard. */
const questions = `async function ask({ game, RuleError }, say) {
  const wythoff = await game("wythoff");
  const table = await wythoff.table([40, 40]);
  const controller = new AbortController();
  const slow = await game("slow", { source: \`return game { position = { "n" }, moves = function(n)
    local x = 0 for i = 1, 100000 do x = (x * 7 + i) % 13 end
    for t = 1, math.min(n, 3) do move(n - t) end
  end }\` });
  setTimeout(() => controller.abort(), 100);
  const ended = await slow.grundy(20000, { signal: controller.signal }).then(() => "", (error) => error.name);
  const wrong = await game("wrong", { source: "return game {\\n  position = 7 }" }).then(() => null, (error) => error);
  say({
    outcome: await wythoff.outcome(7, 9),
    data: [...table.data],
    ended,
    rule: [wrong instanceof RuleError, wrong.file, wrong.line],
  });
}`;

function check(answer) {
  assert.equal(answer.outcome, "N");
  assert.deepEqual(answer.data, bouton("table", "wythoff", "40", "40", "--format", "json").data);
  assert.equal(answer.ended, "AbortError");
  assert.equal(answer.rule[0], true);
  assert.equal(answer.rule[1], "wrong.lua");
}

const heard = (page) => page.waitForFunction(() => window.heard).then((handle) => handle.jsonValue());

test("in a page", { skip: noBrowser }, async () => {
  const folder = install();
  writeFileSync(join(folder, "index.html"), page('<script type="module" src="page.js"></script>'));
  writeFileSync(join(folder, "page.js"), `import * as bouton from "bouton";\n${questions}\nask(bouton, (answer) => (window.heard = answer));\n`);
  await onPage(folder, "", async (opened) => check(await heard(opened)));
});

test("in a worker of a page", { skip: noBrowser }, async () => {
  const folder = install();
  writeFileSync(
    join(folder, "index.html"),
    page('<script>const worker = new Worker("worker.js", { type: "module" }); worker.onmessage = ({ data }) => (window.heard = data);</script>'),
  );
  // A worker has no import map: the package is imported by its address.
  writeFileSync(
    join(folder, "worker.js"),
    `import * as bouton from "./node_modules/bouton/bouton.js";\n${questions}\nask(bouton, (answer) => postMessage(answer));\n`,
  );
  await onPage(folder, "", async (opened) => check(await heard(opened)));
});

const esbuild = pagePackage("esbuild");
const noBundler = noBrowser || (esbuild ? false : "the page's packages are not there (scripts/web)");

test("in what a bundler makes, with the parts that it was given", { skip: noBundler }, async () => {
  const folder = install();
  writeFileSync(
    join(folder, "source.js"),
    `import * as bouton from "bouton/library";
${questions}
bouton.setParts({
  worker: async () => new Worker("worker.js"),
  engine: () => WebAssembly.compileStreaming(fetch("engine.wasm")),
  rules: () => fetch("rules.json").then((response) => response.json()),
});
ask(bouton, (answer) => (window.heard = answer));
`,
  );
  const common = { bundle: true, minify: true, format: "iife", absWorkingDir: folder, logLevel: "error" };
  await esbuild.build({ ...common, entryPoints: ["source.js"], outfile: join(folder, "out/page.js") });
  await esbuild.build({ ...common, entryPoints: ["bouton/worker"], outfile: join(folder, "out/worker.js") });
  for (const part of ["engine.wasm", "rules.json"]) cpSync(join(folder, "node_modules/bouton/lib", part), join(folder, "out", part));
  writeFileSync(join(folder, "out/index.html"), page('<script src="page.js"></script>'));
  await onPage(join(folder, "out"), "", async (opened) => check(await heard(opened)));
});
