// The library in Node, beside the native command's answers and known facts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { bouton, emptyFolder, install, library } from "./installed.mjs";

let folder, module, own;
before(async () => {
  folder = install();
  module = await library(folder);
  own = new module.Bouton();
});
after(() => {
  own.close();
  module.usualBouton().close();
});

/** Heaps side by side. */
const heaps = (game, ...sizes) => module.sum(sizes.map((size) => game.position(size)));

const takeAway = `return game {
  title = "Take one, two or three",
  position = { "n" },
  moves = function(n)
    for t = 1, math.min(n, 3) do move.take(n - t) end
  end,
  example = { 10 },
}
`;

test("a position's outcome, Grundy value, remoteness and winning moves", async () => {
  const wythoff = await module.game("wythoff");
  assert.equal(wythoff.title, "Wythoff's Nim");
  assert.deepEqual(wythoff.coordinates, ["S", "L"]);
  const expected = bouton("solve", "wythoff", "7,9", "--format", "json");
  const solution = await wythoff.position(7, 9).solve();
  assert.equal(solution.outcome, expected.outcome);
  assert.equal(solution.grundy, expected.grundy);
  assert.equal(solution.remoteness, expected.remoteness);
  assert.deepEqual(
    solution.winningMoves.map(({ label, to }) => [label, to[0].coordinates]),
    expected.winning_moves.map(({ label, to }) => [label, to[0]]),
  );
  assert.equal(await wythoff.outcome(3, 5), "P");
  assert.equal(await wythoff.grundy(3, 5), 0);
  assert.equal(await wythoff.grundy("7,9"), expected.grundy);
  assert.equal(await wythoff.remoteness(7, 9), expected.remoteness);
  for (const move of solution.winningMoves) assert.equal(await move.position.outcome(), "P");
});

test("coordinates of any size, where the game has a formula", async () => {
  const wythoff = await module.game("wythoff");
  const huge = 123456789012345678901234567890n;
  const answer = bouton("solve", "wythoff", `${huge},1`, "--format", "json");
  const { outcome, winningMoves } = await wythoff.solve(huge, 1);
  assert.equal(outcome, answer.outcome);
  assert.deepEqual(winningMoves[0].to[0].coordinates.map(String), answer.winning_moves[0].to[0].map(String));
  assert.throws(() => wythoff.position(2 ** 60), module.RequestError);
  assert.throws(() => wythoff.position(1.5, 2), module.RequestError);
});

test("sums are of one or more games, and a move leads to a whole position", async () => {
  const [wythoff, kayles] = await Promise.all([module.game("wythoff"), module.game("kayles")]);
  const both = module.sum(wythoff.position(7, 9), kayles.position(5));
  assert.equal(String(both), "wythoff 7,9 + kayles 5");
  const expected = bouton("solve", "wythoff", "7,9", "+", "kayles", "5", "--format", "json");
  assert.equal(await both.grundy(), expected.grundy);
  const moves = await both.moves();
  for (const move of moves.filter(({ value }) => value.outcome === "P").slice(0, 3))
    assert.equal(await move.position.outcome(), "P");
  assert.equal(moves.length, (await both.options()).length);
  const split = (await kayles.position(5).options()).find(({ to }) => to.length === 2);
  assert.equal(split.position.components.length, 2);
  const other = new module.Bouton();
  assert.throws(() => module.sum(both, new module.Position([{ game: { bouton: other }, text: "1" }])), module.RequestError);
  other.close();
});

// Of remoteness 5 and 4, of suspense 7 and 4 by plain recursion (tests/rules/several_games_test.cpp).
test("several games are played at once in Conway's other ways", async () => {
  const [knight, nim] = await Promise.all([module.game("white-knight"), module.game("nim")]);
  const knights = [knight.position(6, 7), knight.position(4, 5)];
  assert.equal(await knight.suspense(6, 7), 7);
  const first = module.compound("conjunctive", knights);
  assert.equal(String(first), "white-knight 6,7 + white-knight 4,5, conjunctive");
  assert.equal(await first.outcome(), "P");
  const last = module.compound("continued-conjunctive", ...knights);
  assert.equal(await last.suspense(), 7);
  for (const move of await last.winningMoves()) {
    assert.deepEqual(move.parts.map(({ component }) => component), [0, 1]);
    assert.equal(await move.position.outcome(), "P");
  }
  const [taken, ...others] = await module.compound("selective", nim.position(3), nim.position(5)).winningMoves();
  assert.equal(String(taken), "in component 0: to 0; in component 1: to 0");
  assert.equal(others.length, 0);
  const ordinal = module.compound("ordinal", nim.position(2), nim.position(3));
  const moved = (await ordinal.options()).find(({ parts }) => parts[0].component === 0);
  assert.equal(moved.position.components.length, 1);
  assert.equal((await ordinal.moves()).length, 5);
  await assert.rejects(module.compound("alternating", knights).outcome(), module.RequestError);
  assert.throws(() => module.sum(first, nim.position(1)), module.RequestError);
});

test("a rule file is a text, with parameters and either convention of play", async () => {
  const mine = await own.game("mine", { source: takeAway });
  assert.equal(mine.title, "Take one, two or three");
  for (let n = 0; n <= 12; n++) assert.equal(await mine.grundy(n), n % 4);
  assert.equal(String(mine.example), "mine 10");
  const misere = await mine.with({ play: "misere" });
  for (let n = 1; n <= 9; n++) assert.equal(await misere.outcome(n), n % 4 === 1 ? "P" : "N");
  const octal = await own.game("octal", { params: { code: "0.77" } });
  const kayles = await own.game("kayles");
  assert.deepEqual((await octal.sequence(60)).data, (await kayles.sequence(60)).data);
});

test("a rule file that is wrong is an error with its file and line", async () => {
  const source = takeAway.replace("move.take(n - t)", "mvoe(n - t)");
  const mine = await own.game("mine", { source });
  await assert.rejects(mine.grundy(3), (error) => {
    assert.ok(error instanceof module.RuleError && error instanceof module.BoutonError);
    assert.equal(error.kind, "rule");
    assert.equal(error.file, "mine.lua");
    assert.equal(error.line, 5);
    assert.match(error.message, /^mine\.lua:5: .*mvoe/);
    return true;
  });
  await assert.rejects(own.game("mine", { source: "return game {" }), { kind: "rule", file: "mine.lua", line: 1 });
  await assert.rejects(own.game("no-such-game"), { kind: "request" });
  await assert.rejects((await own.game("wythoff")).grundy(1, 2, 3), { kind: "request" });
});

test("a rule that does not end meets a limit, and the next question is answered", async () => {
  const strict = new module.Bouton({ seconds: 0.2 });
  const source = takeAway.replace("for t", "while true do end\n    for t");
  const endless = await strict.game("endless", { source });
  await assert.rejects(endless.grundy(3), { kind: "limit" });
  assert.equal(await (await strict.game("kayles")).grundy(5), 4);
  strict.close();
  const small = new module.Bouton({ memory: 1 << 16 });
  await assert.rejects((await small.game("wythoff")).table([2000, 2000]), { kind: "limit" });
  small.close();
});

test("tables are typed arrays", async () => {
  const wythoff = await module.game("wythoff");
  const table = await wythoff.table([40, [3, 30]]);
  const expected = bouton("table", "wythoff", "40", "3:30", "--format", "json");
  assert.ok(table.data instanceof Uint32Array);
  assert.deepEqual(table.shape, expected.shape);
  assert.deepEqual(table.low, expected.low);
  assert.deepEqual([...table.data], expected.data);
  assert.equal(table.at(3, 5), 0);
  assert.equal(table.at(40, 30), expected.data.at(-1));
  assert.throws(() => table.at(3, 2), module.RequestError);
  const outcomes = await wythoff.table([9, 9], { value: "outcome" });
  assert.equal(outcomes.at(1, 2), "P");
  assert.equal(outcomes.at(2, 2), "N");
  const silver = await module.game("silver-dollar");
  const coins = await silver.table([3, 3, 3]);
  assert.equal(coins.at(2, 1, 0), null); // coins do not pass each other
  const list = await wythoff.positions([20, 20]);
  const counted = await wythoff.count([20, 20], { total: "S + L" });
  assert.equal(counted.count, [...list].length);
  assert.equal(counted.total, [...list].reduce((sum, [a, b]) => sum + a + b, 0));
  assert.equal((await wythoff.count([10n ** 18n, 10n ** 18n])).count, 763932022500210305n);
  assert.equal(await wythoff.longest(2, 3), 5);
  assert.ok(list.data instanceof Float64Array);
  const text = [...list].map((position) => position.join(",")).join("\n");
  assert.equal(list.count, text.split("\n").length);
  assert.deepEqual(list.at(1), [1, 2]);
  assert.equal(list.at(list.count), undefined);
  assert.match(await wythoff.draw([9, 9]), /^<\?xml|^<svg/);
  assert.equal((await wythoff.write([2, 2], "csv")).split("\n")[0], "S,L,grundy");
});

test("sequences and their periods", async () => {
  const kayles = await module.game("kayles");
  const expected = bouton("sequence", "kayles", "200", "--period", "--format", "json");
  const sequence = await kayles.sequence(200, { period: true });
  assert.deepEqual([...sequence.data], expected.values);
  assert.equal(sequence.at(5), expected.values[5]);
  assert.deepEqual([sequence.period.preperiod, sequence.period.period], [71, 12]); // Guy and Smith: the last exception is 70
  assert.equal(sequence.period.proved, true);
  const wythoff = await module.game("wythoff");
  const row = await wythoff.sequence(50, { row: { S: 1 } });
  const table = await wythoff.table([[1, 1], 50]);
  assert.deepEqual(row.data, table.data);
});

/** Without what differs from run to run. */
const timeless = (answer) => JSON.parse(JSON.stringify(answer, (key, value) => (key === "seconds" ? 0 : value)));

test("answers of many parts are those of the command", async () => {
  const nim = await module.game("nim");
  const position = heaps(nim, 3, 4, 5);
  const command = (...words) => timeless(bouton(...words, "--format", "json"));
  /** What the command writes of itself, and of the rules that it has read, is not in an answer. */
  const ofTheCommand = ["bouton", "command", "arguments", "schema", "rule", "params", "play"];
  const same = (answer, expected) => {
    const found = timeless(answer);
    for (const name of ofTheCommand) if (!(name in found)) delete expected[name];
    assert.deepEqual(found, expected);
  };
  same(await position.why(), command("why", "nim", "3", "4", "5"));
  same(await position.genus(), command("genus", "nim", "3", "4", "5"));
  same(await position.match("perfect", "random", { games: 30, seed: 5 }), command("match", "nim", "3", "4", "5", "--players", "perfect,random", "--games", "30", "--seed", "5"));
  const kayles = await module.game("kayles");
  same(await kayles.quotient(20), command("quotient", "kayles", "20"));
  same(await kayles.verify([20]), command("verify", "kayles", "20"));
  same(await kayles.discover(), command("discover", "kayles"));
  same(await module.survey("octal:0.d", { last: 100 }), command("survey", "octal:0.d", "100"));
  const theorem = await (await module.game("wythoff")).theorem({ picture: true });
  assert.equal(theorem.proved, true);
  assert.match(theorem.svg, /<svg/);
  assert.match(theorem.text, /golden|phi|Fibonacci/i);
  const graph = await heaps(nim, 1, 2).graph({ picture: true });
  assert.equal(graph.nodes.length, command("graph", "nim", "1", "2").nodes.length);
  assert.match(graph.svg, /<svg/);
  assert.ok((await kayles.explain()).questions.length > 0);
});

test("players: perfect play wins whatever chance does", async () => {
  const nim = await module.game("nim");
  for (let seed = 1; seed <= 5; seed++) {
    let position = heaps(nim, 3, 4, 5);
    for (let turn = 0; ; turn++) {
      const move = await (turn % 2 === 0 ? position.bestMove() : position.bestMove({ level: 0, seed: seed + turn }));
      if (move === null) {
        assert.equal(turn % 2, 1); // the one who cannot move is the one who plays by chance
        assert.equal(await position.isOver(), true);
        break;
      }
      position = move.position;
    }
  }
  await assert.rejects(nim.position(1).bestMove({ level: 11 }), module.RequestError);
  await assert.rejects(nim.position(1).playerMove("no-such-player"), { kind: "request" });
});

test("a signal ends a question, whether it is worked on or waits; the next ones are answered", async () => {
  const source = takeAway.replace("for t", "local x = 0 for i = 1, 100000 do x = (x * 7 + i) % 13 end\n    for t");
  const slow = await own.game("slow", { source });
  const controller = new AbortController();
  const long = slow.grundy(20000, { signal: controller.signal });
  const waiting = slow.grundy(20001, { signal: controller.signal });
  const after = (await module.game("kayles")).grundy(5);
  const next = own.game("kayles").then((kayles) => kayles.grundy(3));
  setTimeout(() => controller.abort(), 100);
  await assert.rejects(long, { name: "AbortError" });
  await assert.rejects(waiting, { name: "AbortError" });
  assert.equal(await after, 4);
  assert.equal(await next, 3);
  const reason = new Error("enough");
  await assert.rejects(slow.grundy(3, { signal: AbortSignal.abort(reason) }), reason);
  const cancelled = slow.grundy(20000);
  setTimeout(() => own.cancel(), 50);
  await assert.rejects(cancelled, { name: "AbortError" });
});

test("long work tells how far it has come", async () => {
  const heard = [];
  const controller = new AbortController();
  const progress = (one) => {
    heard.push(one);
    if (heard.length === 3) controller.abort();
  };
  // Rules that look into texts are interpreted: ten million positions take minutes.
  const source = takeAway.replace("for t", 'if ("x"):rep(n % 50):find("y", 1, true) then return end\n    for t');
  const slow = await own.game("slow", { source });
  await assert.rejects(slow.table([10_000_000], { progress, signal: controller.signal }), { name: "AbortError" });
  assert.equal(heard.length, 3);
  for (const { doing, done, total } of heard) {
    assert.ok(doing.length > 0);
    assert.ok(total === 0 || done <= total);
  }
});

test("a rule file is read by its path, and a program ends where nothing is asked any more", () => {
  const here = emptyFolder();
  writeFileSync(join(here, "mine.lua"), takeAway);
  const program = `import { game } from ${JSON.stringify(join(folder, "node_modules/bouton/node.js"))};
console.log(await (await game("./mine.lua")).grundy(7));`;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: here, encoding: "utf8" });
  assert.equal(text, "3\n");
});

test("it is imported by its name, and required", () => {
  writeFileSync(join(folder, "a.mjs"), 'import { version, game } from "bouton";\nconsole.log(version, await (await game("kayles")).grundy(3));\n');
  writeFileSync(join(folder, "b.cjs"), 'const { game, load } = require("bouton");\ngame("kayles").then(async (kayles) => console.log((await load()).version, await kayles.grundy(3)));\n');
  const { version } = module;
  for (const file of ["a.mjs", "b.cjs"])
    assert.equal(execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" }), `${version} 3\n`);
});
