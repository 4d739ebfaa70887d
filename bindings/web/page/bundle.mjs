// Makes the page and the guides beside it: node bundle.mjs PACKAGES BOUTON OUT. PACKAGES has node_modules; BOUTON is the npm package,
// or its library alone (bindings/web/package/assemble.mjs), which has the engine.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { writeGuides } from "./guides.mjs";

const [packages, bouton, out] = process.argv.slice(2).map((path) => resolve(path));
const page = dirname(fileURLToPath(import.meta.url));
const root = resolve(page, "../../..");
const installed = createRequire(join(packages, "package.json"));
const { build } = installed("esbuild");

/**
 * The words of the rule language with their explanations, from the definitions for editors: comments, then a
 * declaration.
 */
function words() {
  const found = [];
  let doc = [];
  for (const line of readFileSync(join(root, "bindings/lua/editor/bouton.lua"), "utf8").split("\n")) {
    const declared = line.match(/^(?:function\s+)?([A-Za-z_][\w.]*(?::\w+)?)\s*(?:\(([^)]*)\)|=)/);
    const field = line.match(/^---@field\s+([a-z_]\w*)\??\s+(\S+)\s*(.*)$/);
    if (field) {
      found.push({ name: field[1], detail: field[2], doc: field[3] });
    } else if (line.startsWith("---@")) {
      continue;
    } else if (line.startsWith("---")) {
      doc.push(line.slice(3).trim());
    } else if (declared && !line.startsWith("local")) {
      const name = declared[1].replace(/^.*:/, "");
      found.push({ name, detail: declared[2] === undefined ? "" : `(${declared[2]})`, doc: doc.join(" ") });
      doc = [];
    } else {
      doc = [];
    }
  }
  return found;
}

/** The rule files that the guides show, each under the heading that it stands under. */
function examples() {
  const found = [];
  for (const guide of ["README.md", "docs/tutorial.md", "docs/rule-language.md"]) {
    let heading = "";
    let code = null;
    for (const line of readFileSync(join(root, guide), "utf8").split("\n")) {
      if (code === null && line.startsWith("#")) heading = line.replace(/^#+ /, "").replaceAll("`", "");
      if (line === "```lua") {
        code = [];
      } else if (line === "```" && code !== null) {
        const text = code.join("\n") + "\n";
        const same = found.filter((example) => example.title.startsWith(heading)).length;
        if (/^return (game|variant)/m.test(text))
          found.push({ title: same > 0 ? `${heading} (${same + 1})` : heading, text });
        code = null;
      } else if (code !== null) {
        code.push(line);
      }
    }
  }
  return found;
}

/** The packages where the sources of the page look for them. */
function linkPackages() {
  const link = join(out, "../web-sources");
  rmSync(link, { recursive: true, force: true });
  mkdirSync(link, { recursive: true });
  symlinkSync(join(page, "src"), join(link, "src"));
  symlinkSync(join(page, "tsconfig.json"), join(link, "tsconfig.json"));
  symlinkSync(join(packages, "node_modules"), join(link, "node_modules"));
  symlinkSync(bouton, join(link, "bouton"));
  return link;
}

const sources = linkPackages();
const rules = JSON.parse(readFileSync(join(bouton, "lib/rules.json"), "utf8"));
execFileSync(
  process.execPath,
  [join(packages, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json", "--preserveSymlinks"],
  {
    cwd: sources,
    stdio: "inherit",
  },
);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const common = {
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  absWorkingDir: sources,
  preserveSymlinks: true,
  logLevel: "warning",
};
await build({
  ...common,
  entryPoints: ["src/main.ts"],
  format: "iife",
  outfile: join(out, "page.js"),
  alias: { "bouton/library": join(sources, "bouton/lib/library.js") },
});
await build({ ...common, entryPoints: ["bouton/lib/worker.js"], format: "iife", outfile: join(out, "worker.js") });
await build({ ...common, entryPoints: ["src/style.css"], outfile: join(out, "page.css") });
copyFileSync(join(bouton, "lib/engine.wasm"), join(out, "engine.wasm"));
copyFileSync(join(page, "src/index.html"), join(out, "index.html"));

/** Parts of the page that are of use here. */
async function partsOfPage() {
  const program = join(out, "../web-parts.mjs");
  const contents = `export { factsOf } from "./src/pictures/facts"; export { firstView, kindOf } from "./src/kinds";`;
  await build({ ...common, stdin: { contents, resolveDir: sources }, format: "esm", platform: "node", outfile: program });
  const parts = await import(pathToFileURL(program));
  rmSync(program);
  return parts;
}
const { factsOf, firstView, kindOf } = await partsOfPage();

/** What the small picture of each game shows: the engine is asked, in Node. */
async function pictures() {
  const { Bouton } = await import(pathToFileURL(join(bouton, "node.js")));
  const engine = new Bouton({ seconds: 5 });
  const found = {};
  for (const [name, text] of Object.entries(rules))
    found[name] = await factsOf((verb, request) => engine.ask(verb, request), { name, settings: {} }, kindOf(text, rules));
  engine.close();
  return found;
}

writeFileSync(join(out, "library.json"), JSON.stringify({ rules, examples: examples(), words: words(), pictures: await pictures() }));

const { Marked } = await import(pathToFileURL(installed.resolve("marked")));
writeGuides({ Marked, root, out: join(out, "guides"), rules, firstView });
await build({ ...common, entryPoints: ["src/guides/guide.ts"], format: "iife", outfile: join(out, "guides/guide.js") });
await build({ ...common, entryPoints: ["src/guides/guide.css"], outfile: join(out, "guides/guide.css") });
