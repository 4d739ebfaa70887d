// The command of the package beside the native one: the same bytes, the same exit codes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";

import { begin, commandOf, emptyFolder, environment, examplesOf, install, native, root, run, tarball } from "./installed.mjs";

let command;
before(() => (command = commandOf(install())));

/** A new folder in which either command runs. */
const folderIn = (parent) => mkdtempSync(join(parent, "run-"));

/** What differs from run to run, and between the two: the time that something took. */
const timeless = (bytes) => String(bytes).replace(/\b\d+(\.\d+)? (s|ms|(nano|micro|milli)?seconds)\b/g, "TIME").replace(/"seconds":[\d.e-]+/g, '"seconds":TIME');

/** Rules and definitions for editors stand where each command has them. */
function placeless(text) {
  const places = { [join(root, "rules")]: "RULES", [join(root, "bindings/lua/editor")]: "EDITOR" };
  for (const name of ["rules", "editor"]) places[join(command, "../../bouton", name)] = name.toUpperCase();
  return Object.entries(places).reduce((shown, [place, name]) => shown.replaceAll(place, name), text);
}

/** Runs both with the same words and input, and compares what they write and how they end. */
function compare(words, { input, files = {} } = {}) {
  const parent = emptyFolder();
  const answers = [native, command].map((program) => {
    const cwd = folderIn(parent);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const { status, stdout, stderr } = run(program, words, { cwd, input });
    const written = Object.fromEntries(
      readdirSync(cwd).filter((name) => !(name in files)).map((name) => [name, placeless(readFileSync(join(cwd, name), "latin1"))]),
    );
    return { status, stdout: placeless(timeless(stdout)), stderr: timeless(stderr), written };
  });
  assert.deepEqual(answers[1], answers[0], words.join(" "));
  return answers[1];
}

const mine = `return game {
  position = { "n" },
  moves = function(n)
    for t = 1, math.min(n, 3) do move(n - t) end
  end,
  example = { 10 },
}
`;
const wrong = mine.replace("move(n - t)", "mvoe(n - t)");

test("the README's examples are the same, byte for byte, as the native command's", () => {
  const examples = examplesOf("README.md");
  assert.ok(examples.filter(({ command: typed }) => typed).length >= 8);
  const [ours, theirs] = [emptyFolder(), emptyFolder()];
  for (const { file, text, command: typed, expected } of examples) {
    if (file) {
      for (const folder of [ours, theirs]) writeFileSync(join(folder, file), text);
      continue;
    }
    const line = typed.replace(/^bouton /, '"$BOUTON" ');
    const [answer, reference] = [
      [command, ours],
      [native, theirs],
    ].map(([program, cwd]) => run("bash", ["-c", line], { cwd, env: { ...environment, BOUTON: program } }));
    assert.equal(timeless(answer.stdout), timeless(reference.stdout), typed);
    assert.equal(timeless(answer.stdout), timeless(expected), typed);
    assert.equal(answer.status, reference.status, typed);
  }
  assert.deepEqual(readdirSync(ours), readdirSync(theirs));
  for (const name of readdirSync(ours)) assert.deepEqual(readFileSync(join(ours, name)), readFileSync(join(theirs, name)), name);
});

test("every verb answers as the native one", () => {
  const questions = [
    ["--version"],
    ["--help"],
    ["help", "table"],
    ["games"],
    ["games", "wythoff"],
    ["solve", "wythoff", "7,9", "--format", "json"],
    ["solve", "wythoff", "123456789012345678901234567890,1"],
    ["solve", "nim", "3", "4", "5", "--play", "misere"],
    ["why", "nim", "3", "4", "5"],
    ["table", "wythoff", "40", "40", "--format", "csv"],
    ["table", "chomp", "6", "6", "--value", "outcome"],
    ["positions", "euclid", "30", "30", "--count"],
    ["sequence", "kayles", "100", "--period"],
    ["graph", "nim", "2", "2", "--format", "json"],
    ["match", "nim", "3", "4", "5", "--players", "perfect,random", "--games", "20"],
    ["verify", "kayles"],
    ["explain", "wythoff"],
    ["survey", "octal:0.d", "200"],
    ["theorem", "wythoff"],
    ["quotient", "kayles", "20"],
    ["genus", "kayles", "9"],
    ["new", "made"],
  ];
  for (const words of questions) {
    const { status } = compare(words);
    assert.equal(status, 0, words.join(" "));
  }
});

test("files are written as the native command writes them", () => {
  for (const name of ["a.csv", "a.json", "a.npy", "a.svg", "a.txt", "b.bfile"]) compare(["table", "wythoff", "20", "20", "-o", name]);
  const { written } = compare(["table", "wythoff", "300", "300", "-o", "large.npy"]);
  assert.ok(written["large.npy"].length > 300 * 300);
  compare(["sequence", "kayles", "200", "-o", "k.svg"]);
  // A picture of pixels has the same pixels, but is not compressed.
  const folder = emptyFolder();
  assert.equal(run(command, ["table", "wythoff", "20", "20", "-o", "w.png"], { cwd: folder }).status, 0);
  assert.equal(readFileSync(join(folder, "w.png")).subarray(1, 4).toString(), "PNG");
});

test("what cannot be done here says so, and leaves no file", () => {
  const folder = emptyFolder();
  for (const [words, message] of [
    [["table", "wythoff", "20", "20", "-o", "w.pdf"], /this build of Bouton writes no PDF/],
    [["survey", "octal:0.d", "20", "-o", "s.sqlite"], /writes no databases/],
  ]) {
    const { status, stderr } = run(command, words, { cwd: folder });
    assert.equal(status, 2);
    assert.match(String(stderr), message);
  }
  assert.deepEqual(readdirSync(folder), []);
});

test("a rule file that is wrong is an error with its file and line, and nothing is written", () => {
  const { status, stderr, written } = compare(["table", "mine.lua", "9", "-o", "out.csv"], { files: { "mine.lua": wrong } });
  assert.equal(status, 2);
  assert.match(stderr, /mine\.lua:4: .*mvoe/);
  assert.deepEqual(written, {});
});

test("exit codes and messages of wrong requests are the same", () => {
  for (const words of [
    ["solve", "no-such-game", "1"],
    ["solve", "wythoff", "7,9,11"],
    ["tabel", "wythoff"],
    ["table", "wythoff", "20", "20", "-o", "no/such/folder/a.csv"],
    ["table", "wythoff", "20", "20", "-o", "a.unknown"],
    ["sequence", "kayles", "-1"],
  ])
    assert.equal(compare(words).status, 2, words.join(" "));
});

test("positions come from standard input, a line each, and answers go out a line each", () => {
  const { stdout } = compare(["solve", "wythoff", "-"], { input: "1,2\n3,5\n7,9\n" });
  assert.equal(stdout.trim().split("\n").length, 3);
  // More than is handed over at once.
  compare(["solve", "nim", "-"], { input: `${"7".repeat(70_000)}\n5\n${"3".repeat(70_000)}\n` });
});

test("a script runs with all of Lua and the module", () => {
  const script = `local bouton = require "bouton"
local g = bouton.game("wythoff")
print(g:grundy(3, 4), g:outcome(1, 2), #arg, arg[1], ...)
io.write(tostring(bouton.int("123456789012345678901234567890") * 2), "\\n")
local f = assert(io.open("out.txt", "w")); f:write("written\\n"); f:close()
os.remove("out.txt")
g:table{9, 9}:save("t.csv")
`;
  const { status, written } = compare(["run", "s.lua", "one", "two"], { files: { "s.lua": script } });
  assert.equal(status, 0);
  assert.deepEqual(Object.keys(written), ["t.csv"]);
  compare(["repl"], { input: '1 + 1\nbouton.game("nim"):grundy(3)\nfor i = 1, 2 do\nprint(i)\nend\n' });
  compare(["run", "s.lua"], { files: { "s.lua": "print(1)\nerror('mine')\n" } });
});

test("a game is played through a pipe", () => {
  const { stdout } = compare(["play", "nim", "1", "2", "--seed", "3"], { input: "hint\n1\nundo\nquit\n" });
  assert.match(stdout, /You/);
});

test("the process keeps its standard streams to its end", () => {
  const script = `const streams = () => [0, 1, 2].map((file) => require("node:fs").fstatSync(file).ino).join();
const first = streams();
process.on("exit", () => {
  process.exitCode = 7;
  if (streams() === first) process.exitCode = 0;
});
process.argv.splice(1, 0, "bouton");
require(${JSON.stringify(realpathSync(command))});`;
  const { status, stdout, stderr } = run(process.execPath, ["-e", script, "play", "nim", "1", "2"], { input: "quit\n" });
  assert.equal(status, 0, String(stderr));
  assert.match(String(stdout), /Your moves/);
});

test("an answer comes before the end of the input", async () => {
  const { child, says, ended } = begin(command, ["solve", "wythoff", "-"]);
  child.stdin.write("1,2\n");
  await says('"P"');
  child.stdin.write("7,9\n");
  await says('"N"');
  child.stdin.end();
  assert.equal((await ended).code, 0);
});

test("the clock of a game ends the wait for a move", async () => {
  const { child, says, ended } = begin(command, ["play", "nim", "1", "2", "--first", "human", "--clock", "1", "--seed", "1"]);
  await says("time");
  child.stdin.end();
  assert.equal((await ended).code, 0);
});

test("Ctrl-C ends long work with 130 and leaves no file", async () => {
  const folder = emptyFolder();
  // Interpreted, so that it would take minutes: that it has begun shows in its file.
  const words = ["table", "attrition", "20000", "20000", "--no-lift", "-o", "out.npy"];
  const { child, ended } = begin(command, words, { cwd: folder });
  while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  child.kill("SIGINT");
  const { code, errors } = await ended;
  assert.equal(code, 130, errors);
  assert.match(errors, /interrupted/);
  assert.deepEqual(readdirSync(folder), []);
});

test("Ctrl-C ends a script's endless loop, and a wait for input", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "loop.lua"), "io.write('begun\\n') io.flush()\nwhile true do end\n");
  for (const words of [["run", "loop.lua"], ["solve", "wythoff", "-"]]) {
    const { child, ended, says } = begin(command, words, { cwd: folder });
    if (words[0] === "run") await says("begun");
    else {
      child.stdin.write("1,2\n");
      await says("outcome");
    }
    child.kill("SIGINT");
    assert.equal((await ended).code, 130);
  }
});

test("whoever stops reading ends the command quietly", () => {
  const { stdout, stderr } = run("bash", ["-c", '"$BOUTON" table wythoff 1500 1500 --format csv | head -n 2'], {
    env: { ...environment, BOUTON: command },
  });
  assert.equal(String(stdout).split("\n").length, 3);
  assert.equal(String(stderr), "");
});

test("a verb runs again when its file is saved", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "mine.lua"), mine);
  const { child, ended, says } = begin(command, ["watch", "mine.lua", "sequence", "5"], { cwd: folder });
  await says("0 1 2 3 0 1");
  writeFileSync(join(folder, "mine.lua"), mine.replace("math.min(n, 3)", "math.min(n, 2)"));
  await says("0 1 2 0 1 2");
  child.kill("SIGINT");
  assert.equal((await ended).code, 130);
});

test("rules stand in the package, and those of one's own before them", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules", "nim.lua"), mine);
  const { status, stdout } = run(command, ["sequence", "nim", "5"], {
    cwd: folder,
    env: { ...environment, BOUTON_RULES: join(folder, "rules") },
  });
  assert.equal(status, 0);
  assert.match(String(stdout), /^0 1 2 3 0 1/);
});

test("the same sources give the same bytes", () => {
  const [one, other] = [1, 2].map(() => {
    const folder = emptyFolder();
    execFileSync(join(root, "scripts/package"), ["npm", "--build", join(root, "build/web-engine"), "--to", folder], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [name] = readdirSync(folder);
    assert.ok(tarball.endsWith(name));
    return readFileSync(join(folder, name));
  });
  assert.ok(one.equals(other));
  assert.ok(one.length < 8 << 20);
});
