// The example with Phaser, played with the mouse. Phaser comes from the npm registry.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { noBrowser, onPage } from "./browser.mjs";
import { install, root } from "./installed.mjs";

/** The example beside its packages; null where the registry cannot be reached. */
function example() {
  try {
    const folder = install("phaser@^3.90.0");
    for (const name of ["index.html", "main.js", "match.js"]) cpSync(join(root, "scripts/examples/phaser", name), join(folder, name));
    return folder;
  } catch {
    return null;
  }
}

test("a game is won by hints, by dragging, at the highest level", { skip: noBrowser }, async (t) => {
  const folder = example();
  if (!folder) return t.skip("Phaser could not be had from the npm registry");
  await onPage(folder, "", async (page) => {
    await page.waitForFunction(() => window.example?.scene()?.buttons);
    const piles = () => page.evaluate(() => window.example.match.piles);
    const line = () => page.evaluate(() => window.example.scene().line.text);
    const ready = () => page.waitForFunction(() => !window.example.scene().busy);
    const press = async (name) => {
      const { x, y } = await page.evaluate((key) => window.example.scene().buttons[key].getCenter(), name);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.waitForTimeout(60); // a frame or two, in which the game looks at the mouse
      await page.mouse.up();
      await page.waitForTimeout(60);
    };
    const drag = async (pile, height, y) => {
      const home = await page.evaluate(([p, h]) => window.example.home(p, h), [pile, height]);
      await page.mouse.move(home.x, home.y);
      await page.waitForTimeout(60);
      await page.mouse.down();
      await page.waitForTimeout(60);
      await page.mouse.move(home.x, (home.y + y) / 2, { steps: 4 });
      await page.mouse.move(home.x, y, { steps: 4 });
      await page.waitForTimeout(60);
      await page.mouse.up();
      await page.waitForTimeout(60);
      await ready();
    };

    assert.deepEqual(await piles(), [3, 5, 7]);
    for (let i = 0; i < 7; i++) await press("stronger");
    assert.equal(await page.evaluate(() => window.example.match.level), 10);

    // Dropped where it was, nothing is taken.
    await drag(1, 2, 300);
    assert.deepEqual(await piles(), [3, 5, 7]);
    // Three are taken with the stone that two lie on; then that is taken back.
    await drag(1, 2, 540);
    assert.equal(await page.evaluate(() => window.example.match.played[0].who), "person");
    assert.equal(await page.evaluate(() => window.example.match.played.length), 2);
    await press("undo");
    assert.deepEqual(await piles(), [3, 5, 7]);

    // By Bouton's theorem: the nim-sum is not 0, so there is a hint, and after it the nim-sum is 0.
    for (let turn = 0; turn < 16; turn++) {
      await press("hint");
      await page.waitForFunction(() => /^Take/.test(window.example.scene().line.text));
      const [, count, pile] = /^Take (\d+) from pile (\d+)$/.exec(await line());
      const before = await piles();
      const left = before[pile - 1] - count;
      assert.equal(before.reduce((sum, size, i) => sum ^ (i === pile - 1 ? left : size), 0), 0);
      await drag(pile - 1, left, 540);
      if (await page.evaluate(() => window.example.match.winner)) break;
    }
    assert.equal(await line(), "You have won");
    assert.deepEqual(await piles(), [0, 0, 0]);
  });
});
