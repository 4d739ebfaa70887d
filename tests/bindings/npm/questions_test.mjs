// The questions that every door is asked (tests/bindings/doors/questions.tsv), beside what the command has answered.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { install, library, root } from "./installed.mjs";

let module, own;
before(async () => {
  module = await library(install());
  own = new module.Bouton();
});
after(() => own.close());

const shown = (value) => {
  if (value === null) return "unknown";
  return typeof value === "object" ? `infinity(${value.infinity.join(",")})` : String(value);
};
const cell = (value) => {
  if (value === module.NONE) return "-1";
  return value === module.INFINITE ? "-2" : String(value);
};
const cells = (values) => [...values].map(cell).join(" ");
const statements = (found) => found.map((entry) => entry.statement).join(" | ") || "none";
const piles = (text) => (text === "0" ? {} : { piles: Number(text) });
const box = (text) => text.split(" ").map((bounds) => bounds.split(":").map(Number));

/** A position: components of the game, and of other games behind a +. */
async function of(game, text) {
  const parts = [];
  for (const [index, part] of text.split(" + ").entries()) {
    const words = part.split(" ");
    const about = index === 0 ? game : await own.game(words.shift());
    parts.push(...words.map((word) => about.position(word)));
  }
  return parts.length === 1 ? parts[0] : module.sum(parts);
}

const period = (found) =>
  found === null ? "unknown" : `${found.preperiod} ${found.period} ${found.saltus} ${found.theorem ?? "seen"}`;

const verbs = {
  title: (game) => game.title,
  outcome: async (game, at) => (await of(game, at)).outcome(),
  grundy: async (game, at) => shown(await (await of(game, at)).grundy()),
  remoteness: async (game, at) => shown(await (await of(game, at)).remoteness()),
  longest: async (game, at) => shown(await (await of(game, at)).longest()),
  winning: async (game, at) => (await (await of(game, at)).winningMoves()).map(String).join("; ") || "none",
  why: async (game, at) => {
    const lines = (await (await of(game, at)).why()).reason.join("\n").split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "").join(" | ");
  },
  genus: async (game, at) => {
    const found = await (await of(game, at)).genus();
    return `${found.genus} ${found.outcome}`;
  },
  graph: async (game, at) => {
    const found = await (await of(game, at)).graph();
    return [found.edges.length, ...found.nodes.map((node) => shown(node.grundy))].join(" ");
  },
  match: async (game, at, one, two, games, seed) => {
    const found = await (await of(game, at)).match(one, two, { games: Number(games), seed: Number(seed) });
    return `${found.players[0].wins} ${found.players[1].wins} ${found.draws}`;
  },
  verify: async (game, ranges) => ((await game.verify(box(ranges))).same ? "same" : "different"),
  positions: async (game, ranges) => [...(await game.positions(box(ranges)))].map((one) => one.join(",")).join(" "),
  count: async (game, ranges, total, heaps, multisets, mod) => {
    const found = await game.count(box(ranges), {
      total: total === "-" ? undefined : total,
      heaps: Number(heaps) || undefined,
      multisets: multisets === "1",
      mod: Number(mod) || undefined,
    });
    return `${found.count} ${shown(found.total ?? null)}`;
  },
  table: async (game, value, ranges) => cells((await game.table(box(ranges), { value })).data),
  sequence: async (game, value, last) => cells((await game.sequence(Number(last), { value })).data),
  period: async (game, last) => period(await game.period(Number(last))),
  quotient: async (game, last) => {
    const found = await game.quotient(Number(last));
    return `${found.order} ${found.text}`;
  },
  theorem: async (game, number) => shown((await game.theorem(piles(number))).statement),
  discover: async (game, number) => {
    const found = await game.discover(piles(number));
    return `${statements(found.theorems)} ? ${statements(found.conjectures)}`;
  },
};

async function ask(line) {
  const [verb, name, settings, ...words] = line.split("\t");
  const given = settings === "-" ? [] : settings.split(" ").map((setting) => setting.split(/=(.*)/s).slice(0, 2));
  try {
    return await verbs[verb](await own.game(name, { params: Object.fromEntries(given) }), ...words);
  } catch (error) {
    if (!(error instanceof module.BoutonError)) throw error;
    return `error ${error.message}`;
  }
}

test("every question is answered as the command answers it", async (context) => {
  const answers = process.env.BOUTON_ANSWERS;
  if (!existsSync(answers)) return context.skip("the command was not asked: there is no python3 (scripts/setup --extras)");
  const lines = (file) => readFileSync(file, "utf8").trimEnd().split("\n");
  const questions = lines(join(root, "tests/bindings/doors/questions.tsv")).filter((line) => !line.startsWith("#"));
  const expected = lines(answers);
  assert.equal(questions.length, expected.length);
  const found = [];
  for (const question of questions) found.push(`${question}: ${await ask(question)}`);
  assert.deepEqual(
    found,
    expected.map((answer, index) => `${questions[index]}: ${answer}`),
  );
});
