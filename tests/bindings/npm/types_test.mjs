// The declarations, by TypeScript's compiler, which is there where the page can be built.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { install, library, root } from "./installed.mjs";

const compiler = join(root, "build/web-packages/node_modules/typescript/bin/tsc");
const skip = existsSync(compiler) ? false : "there is no TypeScript (scripts/web fetches it)";

const program = `import { Bouton, game, RuleError, sum, type Grundy, type Outcome, type Table } from "bouton";

const bouton = new Bouton({ memory: 1 << 28, onProgress: (progress) => console.log(progress?.doing) });
const wythoff = await game("wythoff");
const mine = await bouton.game("mine", { source: "return game {}", params: { m: 5, set: [1, 2] }, play: "misere" });
const outcome: Outcome = await wythoff.outcome(7, 9);
const grundy: Grundy = await wythoff.grundy("7,9", { signal: AbortSignal.timeout(1000) });
const table: Table = await wythoff.table([40, [3, 30]], { value: "outcome" });
const cells: Uint32Array = table.data;
const both = sum(wythoff.position(7, 9n), mine.position([3, 4]));
for (const move of await both.winningMoves({ most: 3 })) console.log(move.label, String(move.position), move.to[0]?.coordinates);
for (const [a, b] of await wythoff.positions([20, 20])) console.log(a, b);
const counted = await wythoff.count([[1, 20], 20], { total: "S + L", mod: 1000n });
const power = (await wythoff.theorem()).growth?.order?.decimal, share = (await wythoff.theorem()).growth?.density?.share;
const lasting = await wythoff.longest(7, 9);
console.log(counted.count === 7n, counted.total, (power ?? 0) + (lasting ?? 0), share?.length);
try {
  const period = await mine.period(100);
  console.log(period?.theorem, (await wythoff.theorem({ picture: true })).svg, (await both.bestMove({ level: 3 }))?.value);
} catch (error) {
  if (error instanceof RuleError) console.log(error.file, error.line);
}
console.log(outcome, grundy, cells);
`;
const mistakes = `import { game } from "bouton";
const wythoff = await game("wythoff");
// @ts-expect-error: no such value
await wythoff.table([1, 2], { value: "gruny" });
// @ts-expect-error: a coordinate is not a boolean
wythoff.position(true);
// @ts-expect-error: tables are read alone
(await wythoff.table([1, 2])).data = new Uint32Array(1);
// @ts-expect-error: no such question
await wythoff.positon(1, 2);
`;

const required = `import bouton = require("bouton");
bouton.game("kayles").then(async (kayles) => {
  const grundy: import("bouton", { with: { "resolution-mode": "import" } }).Grundy = await kayles.grundy(3);
  console.log(grundy, (await bouton.load()).version);
});
`;

for (const resolution of ["node16", "bundler"])
  test(`a program is checked by the declarations (${resolution})`, { skip }, () => {
    const folder = install();
    writeFileSync(join(folder, "program.ts"), program);
    writeFileSync(join(folder, "mistakes.ts"), mistakes);
    const files = ["program.ts", "mistakes.ts"];
    if (resolution === "node16") {
      writeFileSync(join(folder, "required.cts"), required);
      files.push("required.cts");
    }
    const settings = {
      target: "es2022",
      module: resolution === "bundler" ? "esnext" : resolution,
      moduleResolution: resolution,
      lib: ["es2022", "dom"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, files }));
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", "."], { cwd: folder, encoding: "utf8" });
    assert.equal(stdout, "");
    assert.equal(status, 0);
  });

test("what the package has is declared, and what is declared is there", async () => {
  const folder = install();
  const module = await library(folder);
  const declared = readFileSync(join(folder, "node_modules/bouton/bouton.d.ts"), "utf8");
  const names = [...declared.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(module).sort(), names.sort());
  for (const one of ["Bouton", "Game", "Position", "Move", "Table", "PositionList", "Sequence"]) {
    const body = new RegExp(`^export class ${one}\\b[^{]*\\{\\n(.*?)^\\}`, "ms").exec(declared)[1];
    for (const name of Object.getOwnPropertyNames(module[one].prototype)) {
      const inside = ["constructor", "describe"];
      if (!inside.includes(name)) assert.match(body, new RegExp(`^  (readonly )?${name}\\b`, "m"), `${one}.${name}`);
    }
  }
});
