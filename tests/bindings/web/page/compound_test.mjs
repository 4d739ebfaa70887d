// Several games played at once, in every way: what the command answers, moves in several components, the link.
import assert from "node:assert/strict";

import { accessibilityFaults, bouton, chooseGame, openPage, pageTests, show } from "./browser.mjs";

const { onPage, where } = pageTests();

const WAYS = [
  "disjunctive", "diminished-disjunctive", "conjunctive", "continued-conjunctive", "selective", "shortened-selective", "ordinal", "sequential",
];

const idle = (page) => page.waitForSelector(".play:not([aria-busy])");
const captions = (page) => page.$$eval(".play figcaption", (all) => all.map((one) => one.textContent.replace(/^.*: /, "")));
const wayField = ".others select >> nth=0";

/** Heaps of Nim that are played in a way, by two people unless it is to be otherwise. */
async function playHeaps(page, heaps, way, opponent = "friend") {
  await chooseGame(page, "nim");
  await show(page, "play");
  await page.waitForSelector(".play .setup select");
  await page.selectOption(".play .setup select >> nth=0", opponent);
  await page.fill(".play .position", heaps);
  await page.waitForFunction((text) => JSON.parse(document.querySelector(".play").dataset.shown ?? "[]")[1] === text, heaps);
  await page.selectOption(wayField, way);
  await page.waitForFunction((name) => JSON.parse(document.querySelector(".play").dataset.shown ?? "[]")[4] === name, way);
  await idle(page);
}

const counter = (component, left) => `.play figure:nth-of-type(${component}) .counter >> nth=${left}`;

for (const play of ["normal", "misere"])
  onPage(`every way is answered as the command does, ${play} play`, async (page) => {
    for (const way of WAYS) {
      const state = {
        game: { name: "wythoff", settings: {}, play }, position: "(2,3)", view: "about", map: {}, sequence: {},
        play: { way, others: [{ game: { name: "nim", settings: {} }, position: "2" }] },
      };
      await page.evaluate((wanted) => {
        document.querySelector(".about .outcome")?.remove();
        window.bouton.open(wanted, null);
      }, state);
      await page.waitForSelector(".about .outcome");
      await page.waitForSelector(".about h3");
      const expected = bouton("solve", "wythoff", "2,3", "+", "nim", "2", "--sum", way, "--play", play, "--max-moves", "20", "--format", "json");
      assert.equal(await page.$eval(".about .outcome", (one) => one.className), `outcome ${expected.outcome}`, way);
      const texts = expected.winning_moves.map(({ component, label, to, parts }) =>
        (parts ?? [{ component, label, to: to[0] }])
          .map((part) => `in ${["wythoff 2,3", "nim 2"][part.component]}: ${part.label ?? "to"} ${part.to}`)
          .join("; "));
      assert.deepEqual(await page.$$eval(".about .moves li", (all) => all.map((one) => one.textContent)), texts, way);
      const why = bouton("why", "wythoff", "2,3", "+", "nim", "2", "--sum", way, "--play", play, "--format", "json");
      await page.waitForFunction((last) => document.querySelector(".about").textContent.includes(last), why.reason.at(-1));
    }
  });

onPage("where all move, a move is chosen in each component", async (page) => {
  await playHeaps(page, "2,3", "conjunctive");
  assert.match(await page.textContent(".play .way"), /in every component; play ends as soon as one has ended/);
  await page.click(counter(1, 1));
  assert.equal(await page.$$eval(".play .counter.picked", (all) => all.length), 1);
  assert.match(await page.textContent(".choices"), /in nim 2: take 1, leave 1.*in the others, too/);
  assert.deepEqual(await captions(page), ["2", "3"]);
  assert.deepEqual(await accessibilityFaults(page), []);
  // Another choice takes its place; the same one again takes it back.
  await page.click(counter(1, 0));
  assert.match(await page.textContent(".choices"), /in nim 2: take 2, leave 0/);
  await page.click(counter(1, 0));
  assert.equal(await page.textContent(".choices"), "");
  await page.click(counter(1, 1));
  await page.click(counter(2, 2));
  await page.waitForFunction(() => /second player/.test(document.querySelector(".turn").textContent));
  assert.deepEqual(await captions(page), ["1", "2"]);
  assert.match(await page.textContent(".turn"), /Last move: in nim 2: take 1, leave 1; in nim 3: take 1, leave 2\./);
  await page.click(counter(1, 0));
  await page.click(counter(2, 1));
  await page.waitForSelector(".turn.finished"); // one heap has ended
  assert.match(await page.textContent(".turn"), /The second player has won/);
  await page.click(".play >> text=Undo");
  await page.waitForSelector(".turn:not(.finished)");
  assert.deepEqual(await captions(page), ["1", "2"]);
});

onPage("where some move, one choice is enough, and the keyboard makes it", async (page) => {
  await playHeaps(page, "2,3", "selective");
  await page.focus(counter(2, 2));
  await page.keyboard.press("Enter");
  await page.waitForSelector(".choices .primary");
  // The keyboard stays where it was, and goes on from there.
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "take 1 from n, leave 2");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
  for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement.matches(".primary"))); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /second player/.test(document.querySelector(".turn").textContent));
  assert.deepEqual(await captions(page), ["2", "2"]);
  await page.click(counter(1, 0));
  await page.click(counter(2, 0));
  await page.waitForSelector(".turn.finished");
  assert.match(await page.textContent(".turn"), /The second player has won.*in nim 2: take 2, leave 0; in nim 2: take 2, leave 0/);
});

onPage("a move of an ordinal sum does away with what is behind it", async (page) => {
  await playHeaps(page, "2,1,3", "ordinal");
  await page.click(counter(2, 0));
  await page.waitForFunction(() => document.querySelectorAll(".play figure").length === 2);
  assert.deepEqual(await captions(page), ["2", "0"]);
  await page.click(counter(1, 0));
  await page.waitForSelector(".turn.finished");
  assert.match(await page.textContent(".turn"), /The second player has won/);
});

onPage("hints and values lead to a win against the machine", async (page) => {
  await playHeaps(page, "3,5", "shortened-selective", "perfect");
  const won = bouton("solve", "nim", "3", "5", "--sum", "shortened-selective", "--format", "json").outcome;
  assert.equal(won, "N");
  for (let turn = 0; turn < 12 && !(await page.$(".turn.finished")); turn++) {
    await page.click(".play >> text=Hint");
    await page.waitForSelector(".counter.hinted");
    const hinted = await page.$$eval(".play figure", (all) =>
      all.flatMap((figure, i) => [...figure.querySelectorAll(".counter")].flatMap((one, left) => (one.matches(".hinted") ? [[i + 1, left]] : []))));
    const before = await page.textContent(".turn");
    for (const [component, left] of hinted) await page.click(counter(component, left));
    if (await page.$(".choices .primary")) await page.click(".choices .primary");
    await page.waitForFunction((text) => document.querySelector(".turn").textContent !== text, before);
    await idle(page);
  }
  assert.match(await page.textContent(".turn"), /You have won/);
  await page.waitForSelector(".review .point");
  assert.equal(await page.$(".review .mistake.you"), null);
});

onPage("values say with which choices a winning move can be made", async (page) => {
  await playHeaps(page, "1,2", "continued-conjunctive");
  await page.click(".play >> text=Show values");
  await page.waitForSelector(".play .counter.good");
  await page.waitForFunction(() => /The position is/.test(document.querySelector(".told").textContent));
  // A choice is good where some winning move makes it, as the command lists them.
  const wins = bouton("solve", "nim", "1", "2", "--sum", "continued-conjunctive", "--format", "json").winning_moves;
  const good = await page.$$eval(".play figure", (all) =>
    all.map((figure) => [...figure.querySelectorAll(".counter")].flatMap((one, left) => (one.matches(".good") ? [left] : []))));
  const expected = [0, 1].map((i) => [...new Set(wins.map(({ parts }) => parts.find(({ component }) => component === i).to[0]))].sort());
  assert.deepEqual(good, expected);
});

onPage("the way is kept by the link, the address and Back; what it cannot be played with is said", async (page) => {
  await playHeaps(page, "2,3", "conjunctive");
  await page.click("text=Share");
  const link = await page.inputValue(".note input");
  const other = await openPage(where.browser, link);
  await other.waitForSelector(".play .way:not([hidden])");
  assert.equal(await other.inputValue(wayField), "conjunctive");
  assert.deepEqual(other.errors, []);
  await other.context().close();
  await page.reload();
  await page.waitForSelector(".play .way:not([hidden])");
  await page.selectOption(".others select >> nth=1", "kayles"); // whose moves split a row
  await page.waitForSelector(".turn.error");
  assert.match(await page.textContent(".turn"), /split/);
  await page.click(".others button");
  await page.waitForSelector(".play .counter.target");
  await page.selectOption(wayField, "disjunctive");
  await page.waitForFunction(() => window.bouton.state.play.way === undefined);
});

onPage("the ways have their names in German, on a telephone in the dark", async (page) => {
  await chooseGame(page, "nim");
  await show(page, "play");
  await page.waitForSelector(".play .counter");
  await page.selectOption(wayField, "sequential");
  await page.waitForSelector(".play .way:not([hidden])");
  assert.match(await page.textContent(".play .way"), /Gezogen wird in der ersten Komponente, die nicht zu Ende ist/);
  // A heap that is not the first has no moves yet.
  assert.deepEqual(await page.$$eval(".play figure", (all) => all.map((one) => one.querySelectorAll(".target").length)), [3, 0, 0]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `the page is ${wide} wide`);
  assert.deepEqual(await accessibilityFaults(page), []);
}, { locale: "de-DE", viewport: { width: 360, height: 740 }, colorScheme: "dark" });
