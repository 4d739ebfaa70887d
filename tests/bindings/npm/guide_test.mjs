// docs/javascript.md: its examples, one after the other, print what stands behind them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { environment, install, root } from "./installed.mjs";

test("the guide's examples print what it says", () => {
  const folder = install();
  const guide = readFileSync(join(root, "docs/javascript.md"), "utf8");
  const blocks = [...guide.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.ok(blocks.length >= 8);
  // What is printed without a comment that says what is not compared.
  const expected = [];
  const program = blocks
    .join("")
    .split("\n")
    .map((line) => {
      const printed = /^(\s*.*console\.log\(.*\);)( \/\/ (.*))?$/.exec(line);
      const goesOn = /^\/\/ (.*)$/.exec(line);
      if (printed?.[2]) expected.push(printed[3]);
      if (goesOn) expected.push(goesOn[1]);
      const follows = /for \(const move of/.test(line);
      return printed && !printed[2] && !follows ? line.replace("console.log", "void String") : line;
    })
    .join("\n");
  writeFileSync(join(folder, "guide.mjs"), program);
  const text = execFileSync(process.execPath, ["guide.mjs"], {
    cwd: folder,
    encoding: "utf8",
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  assert.deepEqual(text.trimEnd().split("\n"), expected);
});
