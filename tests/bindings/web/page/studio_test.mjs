// What people come back to: nothing is lost, nothing false is shown.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { accessibilityFaults, chooseGame, openBrowser, openPage, rule, show, writeRule } from "./browser.mjs";

let browser, address, close;
before(async () => ({ browser, address, close } = await openBrowser()));
after(() => close());

/** Runs `body` on a new page, and looks for errors on its console. */
function onPage(name, body, options) {
  test(name, async () => {
    const page = await openPage(browser, address, options);
    try {
      await body(page);
      assert.deepEqual(page.errors, []);
    } finally {
      await page.context().close();
    }
  });
}

const takeAny = rule("    for t = 1, n do move(n - t) end");
const takeTwo = rule("    for t = 1, math.min(2, n) do move(n - t) end").replace('"mine"', '"two"').replace("A game of mine", "Two");

async function headline(page, text) {
  await page.waitForFunction((start) => document.querySelector(".editor .headline")?.textContent.startsWith(start), text);
}

/** The rule file that is loaded, folded or not. */
const rulesOf = (page) => page.evaluate(() => window.bouton.state.game.text);

// -- Nothing is lost

onPage("a reload keeps rules, position and view", async (page) => {
  await writeRule(page, takeAny);
  await headline(page, "A game of mine");
  await show(page, "play");
  await page.fill(".play .position", "4");
  await page.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 4);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 4);
  await headline(page, "A game of mine");
  assert.equal(await rulesOf(page), takeAny);
});

onPage("what was just typed is kept, and the bare address opens it", async (page) => {
  await writeRule(page, takeAny);
  await page.reload();
  await headline(page, "A game of mine");
  await page.goto("about:blank");
  await page.goto(address);
  await headline(page, "A game of mine");
});

onPage("several games are kept by name, and deleting one asks", async (page) => {
  await writeRule(page, takeAny);
  await headline(page, "A game of mine");
  await page.click("text=New game");
  await headline(page, "My game");
  await writeRule(page, takeTwo);
  await headline(page, "Two");
  await page.selectOption(".editor .toolbar select", { label: "yours: mine" });
  await headline(page, "A game of mine");
  assert.equal(await rulesOf(page), takeAny);
  let asked = 0;
  page.on("dialog", (dialog) => (asked++ === 0 ? dialog.dismiss() : dialog.accept()));
  await page.click(".editor button.delete");
  assert.equal(asked, 1);
  assert.equal(await rulesOf(page), takeAny);
  await page.click(".editor button.delete");
  await headline(page, "Wythoff");
  const games = await page.$$eval(".editor .toolbar select >> nth=0 >> option", (all) => all.map((one) => one.textContent));
  assert.deepEqual(games.filter((name) => name.startsWith("yours")), ["yours: two"]);
});

onPage("a game that differs from Bouton's is the person's own, and reset asks", async (page) => {
  await chooseGame(page, "kayles");
  await page.evaluate(() => document.querySelector(".cm-content").focus());
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("-- changed\n");
  await page.waitForFunction(() => window.bouton.work !== null && !window.bouton.pending);
  page.on("dialog", (dialog) => dialog.accept());
  await page.click(".editor >> text=Reset");
  await page.waitForFunction(() => window.bouton.state.game.text === undefined);
  await page.selectOption(".editor .toolbar select", { label: "yours: kayles" });
  await page.waitForFunction(() => window.bouton.state.game.text?.endsWith("-- changed\n"));
});

onPage("Back and Forward go through views, positions and games, and the address follows", async (page) => {
  await show(page, "about");
  await page.fill(".about .position", "(1,2)");
  await page.waitForFunction(() => document.querySelector(".about .outcome.P"));
  await page.waitForFunction(() => location.hash.startsWith("#b="));
  const link = page.url();
  await chooseGame(page, "kayles");
  await page.goBack();
  await headline(page, "Wythoff");
  await page.waitForFunction(() => document.querySelector(".about .outcome.P"));
  assert.equal(await page.evaluate(() => window.bouton.state.position), "(1,2)");
  await page.goBack();
  await page.waitForFunction(() => window.bouton.state.position === undefined);
  await page.goBack();
  await page.waitForSelector(".panel-map.shown");
  for (let i = 0; i < 3; i++) await page.goForward();
  await headline(page, "Kayles");
  const other = await openPage(browser, link);
  await other.waitForFunction(() => document.querySelector(".about .outcome.P"));
  await other.context().close();
});

// -- Nothing false is shown

onPage("a picture of rules before an error is greyed, and says so", async (page) => {
  await page.waitForFunction(() => document.querySelector(".map").dataset.shown);
  await writeRule(page, rule("    mvoe(n - 1)"));
  await page.waitForSelector(".panel-map.stale");
  assert.match(await page.textContent(".panel-map .stale-note"), /The rules have an error/);
  assert.equal(await page.$eval(".map", (map) => map.inert && getComputedStyle(map).opacity < 1), true);
  const below = await page.evaluate(() => {
    const [code, status] = [".code", ".editor .status"].map((name) => document.querySelector(name).getBoundingClientRect());
    return status.top >= code.bottom;
  });
  assert.ok(below, "the error stands under the editor");
  assert.deepEqual(await accessibilityFaults(page), []);
  await writeRule(page, takeAny);
  await page.waitForSelector(".panel-map:not(.stale)");
  assert.equal(await page.isVisible(".panel-map .stale-note"), false);
});

onPage("an error that shows while a map is computed stands in the editor, at its line", async (page) => {
  await writeRule(page, rule("    if n > 20 then error('too many') end\n    if n > 0 then move(n - 1) end"));
  await page.waitForSelector(".editor .status.error");
  assert.match(await page.textContent(".editor .status"), /too many/);
  assert.match(await page.$eval(".cm-lintRange-error", (element) => element.textContent), /too many/);
  assert.match(await page.textContent(".map .work"), /line 6, which the editor shows/);
});

onPage("rules that were replaced lose the old name", async (page) => {
  await writeRule(page, takeTwo);
  await headline(page, "Two");
  assert.equal(await page.evaluate(() => window.bouton.state.game.name), "two");
  assert.equal(await page.$eval(".editor .toolbar select", (games) => games.selectedOptions[0].textContent), "yours: two");
});
