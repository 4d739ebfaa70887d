// The list of games: every game has a small picture that says something of it.
import assert from "node:assert/strict";

import { accessibilityFaults, chooseGame, pageTests, rule, writeRule } from "./browser.mjs";

const { onPage } = pageTests();

async function openGallery(page) {
  await page.click(".actions button >> nth=0");
  await page.waitForSelector(".gallery section[data-kind] li");
}

onPage("every game of Bouton's has a picture of its kind", async (page) => {
  await openGallery(page);
  const found = await page.evaluate(async () => {
    const { pictures } = await fetch("library.json").then((response) => response.json());
    const cards = [...document.querySelectorAll(".gallery section[data-kind] button")];
    const bare = cards.filter((card) => !card.querySelector(".thumb")).map((card) => card.dataset.game);
    const forms = Object.fromEntries(Object.entries(pictures).map(([name, { form }]) => [name, form]));
    return { bare, forms, count: cards.length };
  });
  assert.deepEqual(found.bare, []);
  assert.ok(found.count > 100);
  const forms = { wythoff: "map", kayles: "row", nim: "heaps", chomp: "heaps", cram: "grid", "node-kayles": "graph", nimstring: "graph", "green-hackenbush": "graph", "odd-odd": "graph" };
  for (const [name, form] of Object.entries(forms)) assert.equal(found.forms[name], form, name);
  const texts = Object.keys(found.forms).filter((name) => found.forms[name] === "text");
  assert.ok(texts.length < 10, `games without a picture but their text: ${texts}`);
  assert.deepEqual(await accessibilityFaults(page), []);
});

onPage("the picture of Wythoff's Nim is its map", async (page) => {
  await openGallery(page);
  const { red, width } = await page.evaluate(() => {
    const canvas = document.querySelector("[data-game=wythoff] canvas");
    const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const P = window.bouton.colours.P;
    const red = [];
    for (let i = 0; i < data.length; i += 4)
      if ((data[i] << 16) + (data[i + 1] << 8) + data[i + 2] === P) red.push([(i / 4) % width, canvas.height - 1 - Math.floor(i / 4 / width)]);
    return { red: red.sort((a, b) => a[0] - b[0] || a[1] - b[1]), width };
  });
  // Pairs of Beatty (A000201, A001950), and their mirror images.
  const phi = (1 + Math.sqrt(5)) / 2;
  const expected = new Map();
  for (let n = 0; Math.floor(n * phi) < width; n++)
    for (const [x, y] of [[Math.floor(n * phi), Math.floor(n * phi) + n], [Math.floor(n * phi) + n, Math.floor(n * phi)]])
      if (x < width && y < width) expected.set(`${x},${y}`, [x, y]);
  assert.deepEqual(red, [...expected.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
});

onPage("games of one's own stand first, with pictures", async (page) => {
  await writeRule(page, rule("    for t = 1, math.min(2, n) do move(n - t) end"));
  await page.waitForFunction(() => document.querySelector(".editor .headline").textContent.startsWith("A game of mine"));
  await openGallery(page);
  await page.waitForSelector(".gallery section:first-child .frame rect");
  assert.match(await page.textContent(".gallery section:first-child"), /Yours.*mine/s);
  // Values 0 1 2 0 1 2 ...: a third of the bars are those of P-positions.
  const fills = await page.$$eval(".gallery section:first-child rect", (bars) => bars.map((bar) => bar.getAttribute("fill")));
  assert.deepEqual(fills.map((fill) => (fill === fills[0] ? 0 : 1)), fills.map((_, n) => (n % 3 === 0 ? 0 : 1)));
  await page.click(".gallery section:first-child button");
  await page.waitForFunction(() => !document.querySelector(".gallery").open && window.bouton.work !== null);
});

onPage("a game whose positions are values opens in play, its moves below the position", async (page) => {
  await openGallery(page);
  const other = await page.$$eval(".gallery section[data-kind=other] button", (cards) => cards.map((card) => card.dataset.game));
  for (const name of ["dots-and-boxes", "sprouts", "timber"]) assert.ok(other.includes(name), name);
  assert.match(await page.textContent("[data-game=dots-and-boxes] .thumb"), /^[._|]+$/);
  await page.click("[data-game=dots-and-boxes]");
  await page.waitForSelector(".panel-play.shown .board .move");
  await page.fill(".play .position", "../.../..");
  await page.waitForFunction(() => document.querySelectorAll(".play .board .move").length === 7);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.click(".play .board .move >> nth=0");
  await page.waitForFunction(() => document.querySelector(".play .turn").textContent.startsWith("You are to move. Last move"));
  await page.click("[role=tab][data-view=map]");
  await page.waitForFunction(() => document.querySelector(".panel-map").textContent.includes("neither numbers nor cells"));
});

onPage("every game whose positions are values can be played", async (page) => {
  for (const name of ["sprouts", "brussels-sprouts", "divisor-chomp", "poset", "subset-takeaway", "sylver-coinage", "timber"]) {
    await chooseGame(page, name);
    await page.click("[role=tab][data-view=play]");
    await page.waitForFunction((game) => JSON.parse(document.querySelector(".play").dataset.shown ?? "[{}]")[0].name === game, name);
    assert.ok((await page.$$(".play .board .move")).length > 0, name);
  }
});
