// Makes the page: node bundle.mjs PACKAGES BOUTON OUT. PACKAGES has node_modules; BOUTON is the npm package, or its library alone
// (bindings/web/package/assemble.mjs), which has the engine.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [packages, bouton, out] = process.argv.slice(2).map((path) => resolve(path));
const page = dirname(fileURLToPath(import.meta.url));
const root = resolve(page, "../../..");
const { build } = createRequire(join(packages, "package.json"))("esbuild");

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
writeFileSync(join(out, "library.json"), JSON.stringify({ rules, examples: examples(), words: words() }));
