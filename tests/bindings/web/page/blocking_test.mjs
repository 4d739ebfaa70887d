// Games in which moves are forbidden before each move: the machine forbids, the person forbids, by mouse and by keyboard.
import assert from "node:assert/strict";

import { accessibilityFaults, bouton, chooseGame, pageTests, show } from "./browser.mjs";

const { onPage } = pageTests();

const idle = (page) => page.waitForSelector(".play:not([aria-busy])");
const turn = (page) => page.textContent(".turn");
const square = (column, row) => `.square[aria-label='column ${column}, row ${row}']`;

async function play(page, game, position, { opponent = "perfect", first = "you" } = {}) {
  await chooseGame(page, game);
  await show(page, "play");
  await page.waitForSelector(".play .setup select");
  await page.selectOption(".play .setup select >> nth=1", first);
  await page.selectOption(".play .setup select >> nth=0", opponent);
  await page.fill(".play .position", position);
  await page.waitForFunction((text) => JSON.parse(document.querySelector(".play").dataset.shown ?? "[]")[1] === text, position);
  await page.waitForSelector(".play .board");
  await idle(page);
}

onPage("what the machine forbids is crossed out, and cannot be chosen", async (page) => {
  await play(page, "blocking-wythoff", "4,6");
  const { forbid } = bouton("solve", "blocking-wythoff", "4,6", "--format", "json");
  assert.deepEqual(forbid, [{ component: 0, label: "diagonal", to: [[1, 3]] }]);
  assert.match(await turn(page), /^You are to move\..* Forbidden: diagonal to 1,3\.$/);
  assert.equal(await page.$$eval(".play .square.crossed", (all) => all.length), 1);
  assert.equal(await page.$(".play .square.crossed[tabindex], .play .square.crossed[role=button]"), null);
  assert.equal(await page.$$eval(".play .square.target", (all) => all.length), 13); // of 14 moves
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await page.$$eval(".all-moves button:disabled", (all) => all.map((one) => one.textContent.trim())), ["diagonal to 1,3"]);
  await page.click(".play .square.crossed", { force: true });
  await page.click(".play >> text=Why");
  await page.waitForFunction(() => /the other player should forbid one: diagonal to 1,3/.test(document.querySelector(".told").textContent));
  assert.equal(await page.textContent(".play figcaption"), "4,6");
});

onPage("the person forbids by choosing on the board, at most so many", async (page) => {
  await play(page, "blocking-wythoff", "4,6", { first: "other" });
  assert.match(await turn(page), /Before the machine moves, you may forbid up to 1 move\./);
  assert.equal(await page.textContent(".choices"), "Forbid nothing");
  await page.click(square(0, 6));
  assert.equal(await page.getAttribute(square(0, 6), "aria-pressed"), "true");
  await page.click(square(1, 3)); // takes the place of the one before
  assert.equal(await page.getAttribute(square(0, 6), "aria-pressed"), "false");
  assert.equal(await page.$$eval(".play .square.crossed .cross", (all) => all.length), 1);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.click("text=Forbid 1 move");
  // The machine moves, but not there, and forbids in its turn.
  await page.waitForFunction(() => /^You are to move/.test(document.querySelector(".turn").textContent));
  assert.match(await turn(page), /Last move: .*Forbidden: /);
  assert.notEqual(await page.textContent(".play figcaption"), "1,3");
});

onPage("hints forbid and move to a win from a lost position's other side", async (page) => {
  await play(page, "blocking-wythoff", "4,6", { first: "other" });
  for (let step = 0; step < 30 && !(await page.$(".turn.finished")); step++) {
    await idle(page);
    if (await page.$(".turn.finished")) break;
    const before = await turn(page);
    const forbids = /you may forbid/.test(before);
    await page.click(".play >> text=Hint");
    await page.waitForFunction(() => /Hint/.test(document.querySelector(".told").textContent));
    const hinted = await page.$$eval(".all-moves .hinted", (all) => all.length);
    await page.evaluate(() => (document.querySelector(".all-moves").open = true));
    if (hinted > 0) await page.click(".all-moves .hinted");
    if (forbids) await page.click(".choices button");
    await page.waitForFunction((text) => document.querySelector(".turn").textContent !== text, before);
  }
  assert.match(await turn(page), /You have won/);
  await page.waitForSelector(".review .point");
  assert.equal(await page.$(".review .mistake.you"), null);
  const told = await page.$$eval(".review .point", (all) => all.map((one) => one.getAttribute("aria-label")));
  assert.match(told[1], /^forbidden: diagonal to 1,3: you could force a win/);
});

onPage("by keyboard alone a move is forbidden and made", async (page) => {
  await play(page, "blocking-nim", "1,2", { opponent: "friend" });
  assert.match(await turn(page), /Before the first player moves, the second player may forbid up to 1 move\./);
  // Tab goes through the counters; Enter crosses one out, and the keyboard stays there.
  await page.focus(".play .position");
  await page.evaluate(() => document.querySelector(".play .counter").focus());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".counter.crossed");
  const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(await at(), "take 2 from heap2, leave 0");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Forbid 1 move");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /^The first player is to move.*Forbidden: take 2 from heap2, leave 0\./.test(document.querySelector(".turn").textContent));
  assert.deepEqual(await page.$$eval(".play .counter", (all) => all.map((one) => one.matches(".target"))), [true, false, true]);
  await page.evaluate(() => document.querySelector(".play .counter.target").focus());
  await page.keyboard.press("Tab"); // past the one that is crossed out
  assert.equal(await at(), "take 1 from heap2, leave 1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /^Before the second player moves/.test(document.querySelector(".turn").textContent));
  assert.equal(await page.textContent(".play figcaption"), "1,1");
});

for (const [name, winner] of [["loses", "second"], ["wins", "first"]])
  onPage(`who has no move left but forbidden ones ${name}, as the rules are set`, async (page) => {
    await play(page, "blocking-nim", "1", { opponent: "friend" });
    if (name === "wins") {
      await page.selectOption(".parameters select, .fields select", "misere");
      await page.waitForFunction(() => JSON.parse(document.querySelector(".play").dataset.shown)[0].play === "misere");
      await idle(page);
    }
    await page.click(".play .counter.target");
    await page.click("text=Forbid 1 move");
    await page.waitForSelector(".turn.finished");
    assert.match(await turn(page), new RegExp(`The ${winner} player has won.*Forbidden: take 1, leave 0\\.`));
  });

onPage("undo goes back to what was forbidden, and it can be decided anew", async (page) => {
  await play(page, "blocking-wythoff", "4,6", { first: "other" });
  await page.click(square(1, 3));
  await page.click("text=Forbid 1 move");
  await page.waitForFunction(() => /^You are to move/.test(document.querySelector(".turn").textContent));
  await page.click(".play >> text=Undo");
  await page.waitForFunction(() => /^Before the machine moves/.test(document.querySelector(".turn").textContent));
  assert.equal(await page.textContent(".play figcaption"), "4,6");
  // What was forbidden is still crossed out.
  assert.equal(await page.getAttribute(square(1, 3), "aria-pressed"), "true");
  await page.click(".play >> text=Redo");
  await page.waitForFunction(() => /^You are to move/.test(document.querySelector(".turn").textContent));
  await page.click(".play >> text=Undo");
  await page.waitForFunction(() => /^Before the machine moves/.test(document.querySelector(".turn").textContent));
  await page.click(square(1, 3));
  await page.click("text=Forbid nothing");
  await page.waitForFunction(() => document.querySelector(".play figcaption").textContent === "1,3"); // which wins
  assert.match(await turn(page), /Last move: diagonal to 1,3/);
});

onPage("two may be forbidden, and no third", async (page) => {
  await chooseGame(page, "blocking-wythoff");
  await page.evaluate(() =>
    window.bouton.open({ game: { name: "blocking-wythoff", settings: { k: "2" } }, position: "4,6", view: "play", map: {}, sequence: {}, play: { first: "other" } }, null));
  await page.waitForFunction(() => /up to 2 moves/.test(document.querySelector(".turn").textContent));
  for (const [column, row] of [[1, 3], [0, 6], [2, 4]]) await page.click(square(column, row));
  assert.match(await page.textContent(".told"), /At most 2 moves may be forbidden/);
  assert.equal(await page.textContent(".choices"), "Forbid 2 moves");
  assert.equal(await page.$$eval(".play .square.crossed", (all) => all.length), 2);
});

onPage("on a telephone in the dark, in Spanish, there is room to forbid", async (page) => {
  await play(page, "blocking-nim", "3,5", { first: "other" });
  assert.match(await turn(page), /usted puede prohibir hasta 1 movimiento/);
  await page.click(".play .counter.target >> nth=1");
  await page.waitForSelector(".counter.crossed");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `the page is ${wide} wide`);
  assert.deepEqual(await accessibilityFaults(page), []);
}, { locale: "es-ES", viewport: { width: 360, height: 740 }, colorScheme: "dark" });
