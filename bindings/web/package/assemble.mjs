// Puts the npm package together: node assemble.mjs ENGINE OUT [COMMAND [TARBALL]]. ENGINE and COMMAND are folders with the programs
// that the web's compiler made, bouton_page and bouton; without COMMAND it is the library alone, as the page takes it.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [engine, out, command, tarball] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const version = /^project\(Bouton VERSION ([\d.]+)/m.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"))[1];

const description = {
  name: "bouton",
  version,
  description: "A runtime for impartial games: rules are short Lua files, an engine answers",
  keywords: ["games", "combinatorial-game-theory", "nim", "grundy", "solver", "webassembly"],
  license: "MIT",
  type: "module",
  bin: { bouton: "command/bouton.cjs" },
  main: "./node.cjs",
  types: "./bouton.d.ts",
  exports: {
    ".": {
      node: {
        require: { types: "./node.d.cts", default: "./node.cjs" },
        default: { types: "./bouton.d.ts", default: "./node.js" },
      },
      default: { types: "./bouton.d.ts", default: "./bouton.js" },
    },
    "./library": { types: "./bouton.d.ts", default: "./lib/library.js" },
    "./worker": "./lib/worker.js",
    "./engine.wasm": "./lib/engine.wasm",
    "./rules.json": "./lib/rules.json",
    "./package.json": "./package.json",
  },
  engines: { node: ">=18" },
};

/** The rule files, in rules/ and the folders in it: their names, sorted, and where they are from there. */
function ruleFiles() {
  const folder = join(root, "rules");
  const inFolders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(name, file)));
  return [...readdirSync(folder), ...inFolders]
    .filter((path) => path.endsWith(".lua"))
    .map((path) => ({ name: basename(path, ".lua"), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function putLibrary() {
  for (const name of ["bouton.js", "bouton.d.ts", "node.js", "node.cjs", "node.d.cts", "README.md"]) cpSync(join(here, name), join(out, name));
  cpSync(join(here, "lib"), join(out, "lib"), { recursive: true });
  cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
  const program = readFileSync(join(engine, "bouton_page.js"), "utf8");
  writeFileSync(join(out, "lib/engine.js"), `${program}\nexport default createBouton;\n`);
  cpSync(join(engine, "bouton_page.wasm"), join(out, "lib/engine.wasm"));
  writeFileSync(join(out, "lib/version.js"), `export const version = "${version}";\n`);
  const rules = ruleFiles().map(({ name, path }) => [name, readFileSync(join(root, "rules", path), "utf8")]);
  writeFileSync(join(out, "lib/rules.json"), JSON.stringify(Object.fromEntries(rules)));
}

function putCommand() {
  const source = join(root, "bindings/web/command");
  for (const name of ["bouton.cjs", "host.cjs", "shared.cjs"]) cpSync(join(source, name), join(out, "command", name));
  chmodSync(join(out, "command/bouton.cjs"), 0o755);
  cpSync(join(command, "bouton.js"), join(out, "command/command.cjs"));
  cpSync(join(command, "bouton.wasm"), join(out, "command/command.wasm"));
  for (const { path } of ruleFiles()) cpSync(join(root, "rules", path), join(out, "rules", path));
  cpSync(join(root, "bindings/lua/editor"), join(out, "editor"), { recursive: true });
}

// -- The tarball, in the form of POSIX (ustar): the same files give the same bytes

function filesOf(folder) {
  return readdirSync(join(out, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** How old the files are said to be, in seconds. */
function epoch() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  return Number(execFileSync("git", ["-C", root, "log", "-1", "--format=%ct"], { encoding: "utf8" }));
}

function header(name, size, mode, time) {
  const block = Buffer.alloc(512);
  const octal = (value, at, length) => block.write(value.toString(8).padStart(length - 1, "0"), at, "latin1");
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tarball`);
  block.write(name, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(time, 136, 12);
  block.write("        ", 148);
  block.write("0", 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

function writeTarball() {
  const time = epoch();
  const blocks = [];
  for (const file of filesOf("")) {
    const bytes = readFileSync(join(out, file));
    blocks.push(header(`package/${file}`, bytes.length, file === "command/bouton.cjs" ? 0o755 : 0o644, time), bytes);
    blocks.push(Buffer.alloc(-bytes.length & 511));
  }
  blocks.push(Buffer.alloc(1024));
  mkdirSync(dirname(tarball), { recursive: true });
  writeFileSync(tarball, gzipSync(Buffer.concat(blocks), { level: 9 }));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "command"), { recursive: true });
writeFileSync(join(out, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
putLibrary();
if (command) putCommand();
if (tarball) writeTarball();
