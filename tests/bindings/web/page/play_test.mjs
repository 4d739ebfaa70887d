// Play by hand: counters that are dragged away, dominoes that are seen before they lie, a queen that is drawn over the board, edges that
// are cut; moves that are seen as they happen.
import assert from "node:assert/strict";

import { chooseGame, pageTests, show } from "./browser.mjs";

const { onPage } = pageTests();

/** Play at a position, by two people at one screen unless it is to be otherwise. */
async function play(page, game, position, opponent = "friend") {
  await chooseGame(page, game);
  await show(page, "play");
  await page.waitForSelector(".play .setup select");
  await page.selectOption(".play .setup select >> nth=0", opponent);
  await page.fill(".play .position", position);
  const isThere = (text) => JSON.parse(document.querySelector(".play").dataset.shown ?? "[]")[1] === text;
  await page.waitForFunction(isThere, position);
  await page.waitForSelector(".play:not([aria-busy])");
}

const centre = async (page, selector) => {
  const { x, y, width, height } = await (await page.$(selector)).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** Which cells have a class, by their numbers. */
const cellsOf = (page, name) => page.$$eval(`.grid .cell.${name}`, (cells) => cells.map((cell) => Number(cell.dataset.cell)));

onPage("counters are dragged away, those behind the one that is held too", async (page) => {
  await play(page, "nim", "7");
  await page.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 7);
  const from = await centre(page, ".play .counter >> nth=4");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 10);
  assert.equal(await page.$$eval(".play .counter.dragged", (all) => all.length), 3);
  await page.mouse.move(from.x + 10, from.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 4);
  // One that is put back is not taken.
  const next = await centre(page, ".play .counter.target >> nth=0");
  await page.mouse.move(next.x, next.y);
  await page.mouse.down();
  await page.mouse.move(next.x + 70, next.y, { steps: 3 });
  await page.mouse.move(next.x + 2, next.y, { steps: 3 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  assert.equal(await page.$$eval(".play .counter.target", (all) => all.length), 4);
  assert.equal(await page.$(".play .counter.dragged"), null);
});

onPage("a domino is seen before it lies, across or down as somebody points", async (page) => {
  await play(page, "cram", "..../..../....");
  await page.waitForFunction(() => document.querySelectorAll(".play .grid .cell.target").length === 12);
  const { x, y, width, height } = await (await page.$(".grid [data-cell='5']")).boundingBox();
  for (const [dx, dy, other] of [[0.9, 0.5, 6], [0.1, 0.5, 4], [0.5, 0.1, 1], [0.5, 0.9, 9]]) {
    await page.mouse.move(x + dx * width, y + dy * height);
    assert.deepEqual(await cellsOf(page, "preview"), [5, other].sort((a, b) => a - b));
  }
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".play .grid .cell.state1").length === 2);
  assert.deepEqual(await cellsOf(page, "state1"), [5, 9]);
  assert.deepEqual(await cellsOf(page, "changed"), [5, 9]);
  // Dragged from one square to another it lies on both.
  const [a, b] = [await centre(page, ".grid [data-cell='2']"), await centre(page, ".grid [data-cell='3']")];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 3 });
  assert.deepEqual(await cellsOf(page, "preview"), [2, 3]);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".play .grid .cell.state1").length === 4);
  assert.deepEqual(await cellsOf(page, "state1"), [2, 3, 5, 9]);
});

onPage("a domino is laid by keyboard, one square after the other", async (page) => {
  await play(page, "cram", ".../...");
  await page.waitForFunction(() => document.querySelectorAll(".play .grid .cell.target").length === 6);
  await page.focus(".grid [data-cell='1']");
  await page.keyboard.press("Enter");
  assert.deepEqual(await cellsOf(page, "picked"), [1]);
  assert.deepEqual((await cellsOf(page, "target")).sort(), [0, 1, 2, 4]);
  await page.focus(".grid [data-cell='4']");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".play .grid .cell.state1").length === 2);
  assert.deepEqual(await cellsOf(page, "state1"), [1, 4]);
});

onPage("the queen is dragged to where she goes, and comes from where she stood", async (page) => {
  await play(page, "wythoff", "4,7");
  await page.waitForSelector(".play .queen.target");
  const from = await centre(page, ".play .queen");
  const to = await centre(page, ".square[aria-label='column 1, row 4']");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".play figcaption").textContent === "1,4");
  assert.match(await page.$eval(".play .queen", (queen) => queen.style.getPropertyValue("--from-x") + queen.getAttribute("class")), /^102px.*coming/);
  // Where she may not go, she goes back.
  const now = await centre(page, ".play .queen");
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 60, { steps: 5 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  assert.equal(await page.textContent(".play figcaption"), "1,4");
});

onPage("graphs have their edges, and one that is pointed at is cut", async (page) => {
  await play(page, "nimstring", "edges 1-2 2-3 3-4 1-4 2-4");
  await page.waitForFunction(() => document.querySelectorAll(".vertices .edge.target").length === 5);
  const at = await page.$eval(".vertices [data-cell='4'] line", (line) => {
    const point = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
    return { x: point.x, y: point.y };
  });
  await page.mouse.move(at.x, at.y);
  await page.waitForSelector(".vertices .edge.preview[data-cell='4']", { state: "attached" });
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForSelector(".vertices .edge.state1[data-cell='4']", { state: "attached" });
});

onPage("what the machine takes is seen as it goes, and the review comes with the end", async (page) => {
  await play(page, "nim", "3,3", "perfect");
  await page.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 6);
  await page.evaluate(() => {
    window.gone = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element) window.gone.push(...[...node.querySelectorAll(".counter.going")].map(() => 1));
    }).observe(document.querySelector(".play .table"), { childList: true, subtree: true });
  });
  for (let turn = 0; turn < 8 && !(await page.$(".turn.finished")); turn++) {
    await page.waitForSelector(".play:not([aria-busy])");
    if (await page.$(".turn.finished")) break;
    await page.click(".play .counter.target >> nth=0");
    await page.waitForFunction(() => document.querySelector(".turn.finished") || document.querySelector(".play:not([aria-busy])"));
  }
  assert.match(await page.textContent(".turn"), /The machine has won/);
  await page.waitForSelector(".review .point");
  assert.match(await page.textContent(".told"), /Who was winning when/);
  assert.equal(await page.evaluate(() => window.gone.length), 6, "each counter was seen to go");
});

onPage("who wants no movement has none", async (page) => {
  await play(page, "nim", "5");
  await page.click(".play .counter.target >> nth=2");
  await page.waitForFunction(() => document.querySelectorAll(".play .counter").length === 2);
  assert.equal(await page.$(".play .counter.going"), null);
}, { reducedMotion: "reduce" });
