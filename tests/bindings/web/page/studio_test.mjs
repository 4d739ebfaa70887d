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

onPage("a mistake in the moves is told where no position was named to begin with", async (page) => {
  await writeRule(page, rule("    mvoe(n - 1)").replace("example = { 10 },", ""));
  await page.waitForSelector(".editor .status.error");
  assert.match(await page.textContent(".editor .status"), /lua:6: .*mvoe/);
});

onPage("rules that were replaced lose the old name", async (page) => {
  await writeRule(page, takeTwo);
  await headline(page, "Two");
  assert.equal(await page.evaluate(() => window.bouton.state.game.name), "two");
  assert.equal(await page.$eval(".editor .toolbar select", (games) => games.selectedOptions[0].textContent), "yours: two");
});

// -- The first look

onPage("Nim begins with 3, 4 and 5", async (page) => {
  await chooseGame(page, "nim");
  await page.waitForSelector(".panel-play.shown");
  await page.waitForFunction(() => document.querySelectorAll(".play figure").length === 3);
  assert.equal(await page.inputValue(".play .position"), "3,4,5");
  assert.equal(await page.$$eval(".play .counter", (all) => all.length), 12);
  await show(page, "about");
  await page.waitForFunction(() => /Grundy value 2,/.test(document.querySelector(".about .outcome.N")?.textContent)); // 3 xor 4 xor 5
});

onPage("the gallery has every game in its kind, and a game opens on something worth seeing", async (page) => {
  await page.click(".actions button >> nth=0");
  await page.waitForSelector(".gallery li");
  const { names, listed, silent } = await page.evaluate(async () => ({
    names: (await window.bouton.quick.ask("games")).answer.map(({ name }) => name).sort(),
    listed: [...document.querySelectorAll(".gallery [data-game]:not([data-game=''])")].map((one) => one.dataset.game).sort(),
    silent: [...document.querySelectorAll(".gallery section[data-kind] li span")].filter((one) => one.textContent.length < 10).length,
  }));
  assert.deepEqual(listed, names);
  assert.equal(silent, 0);
  const kinds = { kayles: "heap", wythoff: "numbers", chomp: "piles", turnips: "coins", treblecross: "heap", cram: "board", "nim-on-graphs": "piles" };
  for (const [game, kind] of Object.entries(kinds))
    assert.equal(await page.$eval(`[data-game="${game}"]`, (one) => one.closest("section").dataset.kind), kind, game);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.fill(".gallery input", "domino");
  assert.equal(await page.isVisible("[data-game=kayles]"), false);
  await page.click("[data-game=cram]");
  await page.waitForSelector(".panel-play.shown .grid .cell");
  await page.click(".actions button >> nth=0");
  await page.fill(".gallery input", "");
  await page.click("[data-game=kayles]");
  await page.waitForSelector(".panel-sequence.shown .plot circle");
});

onPage("a rule file opens with its moves in sight, and unfolds", async (page) => {
  const text = await page.textContent(".cm-content");
  assert.match(text, /helpers phi_after, published_steps, cora, reached, player/);
  assert.match(text, /move\.diagonal/);
  assert.doesNotMatch(text, /Newton/);
  const height = await page.$eval(".cm-content", (code) => [...code.children].find((line) => line.textContent.includes("move.diagonal")).getBoundingClientRect().bottom);
  assert.ok(height <= 800, `the moves end at ${height}`);
  await page.click(".cm-foldPlaceholder >> nth=0");
  assert.match(await page.textContent(".cm-content"), /Newton/);
}, { viewport: { width: 1280, height: 800 } });

// -- Play

for (const [width, height] of [[1280, 800], [360, 740]])
  onPage(`play has room on one screen of ${width} x ${height}`, async (page) => {
    for (const [game, ready] of [["wythoff", ".play .queen"], ["nim", ".play .counter"], ["cram", ".play .grid .cell"]]) {
      await chooseGame(page, game);
      await show(page, "play");
      await page.waitForSelector(ready);
      const ends = await page.evaluate(() =>
        [".play .turn", ".play .table", ".play .setup select"].map((name) => document.querySelector(name).getBoundingClientRect().bottom + window.scrollY));
      assert.ok(ends[0] < ends[1] && ends[1] < ends[2], `${game}: the board first`);
      assert.ok(ends[2] <= height, `${game} ends at ${ends}`);
      for (const text of ["Hint", "Why", "Undo", "Review"])
        assert.ok(await page.$eval(`.play button:text-is("${text}")`, (one, most) => one.getBoundingClientRect().bottom <= most, height), `${game}, ${text}`);
    }
    assert.deepEqual(await accessibilityFaults(page), []);
  }, { viewport: { width, height } });

onPage("names of views that are out of sight have a cue", async (page) => {
  await show(page, "rules");
  await page.waitForSelector(".tabs-frame.more-right:not(.more-left)");
  await page.focus("[role=tab][data-view=rules]");
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(400);
  await page.waitForSelector(".tabs-frame.more-left:not(.more-right)");
  assert.ok(await page.isVisible(".panel-play"));
}, { viewport: { width: 360, height: 740 } });

onPage("Tab leaves the editor, and ? lists the keys", async (page) => {
  await page.evaluate(() => document.querySelector(".cm-content").focus());
  const before = await page.evaluate(() => window.bouton.state.game.text ?? "");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".cm-editor") === null), true);
  assert.equal(await page.evaluate(() => window.bouton.state.game.text ?? ""), before);
  await page.focus("[role=tab][aria-selected=true]");
  await page.keyboard.press("?");
  await page.waitForSelector(".keys[open]");
  assert.match(await page.textContent(".keys"), /Ctrl-Space/);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".keys[open]", { state: "detached" });
});

onPage("the keyboard comes back to the board after a move", async (page) => {
  await chooseGame(page, "nim");
  await show(page, "play");
  await page.waitForSelector(".play .counter.target");
  await page.focus(".play .counter.target >> nth=0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /^You are to move. Last move/.test(document.querySelector(".play .turn").textContent));
  await page.waitForFunction(() => document.activeElement.matches(".play .counter.target"));
});

// -- Parameters and maps

onPage("a map changes while the slider of a parameter is dragged", async (page) => {
  const rules = `local most = param("most", 3, "how many may be taken at once")
return game { name = "mine", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, math.min(most, a) do move(a - t, b) end
    for t = 1, math.min(most, b) do move(a, b - t) end
  end, example = { 3, 4 } }`;
  await writeRule(page, rules);
  await page.waitForSelector(".parameter input[type=range]");
  await page.waitForFunction(() => document.querySelector(".map").dataset.shown?.includes("most"));
  const slider = await page.$(".parameter input[type=range]");
  await slider.focus();
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2);
  await page.mouse.down();
  const seen = new Set();
  for (const part of [0.3, 0.5, 0.7, 0.9]) {
    await page.mouse.move(box.x + box.width * part, box.y + box.height / 2, { steps: 4 });
    const value = await slider.inputValue();
    await page.waitForFunction((most) => JSON.parse(document.querySelector(".map").dataset.shown)[0].settings.most === most, value);
    seen.add(value);
  }
  assert.ok(seen.size >= 3, [...seen].join());
  await page.mouse.up();
  assert.equal(await page.inputValue(".parameter .number"), [...seen].at(-1));
  assert.equal(await page.$(".map.old"), null);
});

onPage("P-positions have a dot where cells are small, and a letter where they are not", async (page) => {
  await page.waitForFunction(() => document.querySelector(".map").dataset.shown);
  /** How many white pixels the cell of (x, y) has, of a map of `cells` a side. */
  const white = (cells, x, y) =>
    page.evaluate(([count, column, row]) => {
      const canvas = document.querySelector(".map-canvas");
      const scale = Math.min((canvas.clientWidth - 54) / count, (canvas.clientHeight - 34) / count, 48);
      const [left, top] = [44 + column * scale, canvas.clientHeight - 26 - (row + 1) * scale];
      const { data } = canvas.getContext("2d").getImageData(left, top, scale, scale);
      return [...data.keys()].filter((i) => i % 4 === 0 && data[i] > 240 && data[i + 1] > 240 && data[i + 2] > 240).length;
    }, [cells, x, y]);
  await page.waitForTimeout(300);
  assert.ok((await white(64, 1, 2)) >= 4, "a dot on (1,2)");
  assert.equal(await white(64, 2, 2), 0);
  await page.selectOption(".map .toolbar select >> nth=1", "16");
  await page.waitForFunction(() => JSON.parse(document.querySelector(".map").dataset.shown)[1].size === 16);
  await page.waitForTimeout(300);
  assert.ok((await white(16, 3, 5)) >= 20, "a letter on (3,5)");
  assert.equal(await white(16, 3, 4), 0);
});

// -- Assignments

onPage("an assignment is handed out as a link, and shows what was won", async (page) => {
  await chooseGame(page, "nim");
  await show(page, "play");
  await page.click("text=Make an assignment");
  await page.fill(".assign textarea", "1,2\n4");
  await page.fill(".assign input[type=number]", "2");
  await page.click("text=Make the link");
  await page.waitForSelector(".assign .note input");
  const link = await page.inputValue(".assign .note input");
  await page.fill(".assign textarea", "0");
  await page.click("text=Make the link");
  await page.waitForFunction(() => document.querySelector(".assign .note").textContent.includes("no move"));

  const pupil = await openPage(browser, link);
  const sent = [];
  pupil.on("request", (request) => sent.push(request.url()));
  await pupil.waitForFunction(() => document.querySelector(".task")?.textContent.includes("win Nim twice") || document.querySelector(".task")?.textContent.includes("win Nim 2 times"));
  assert.match(await pupil.textContent(".task"), /level 5\..*Won 0 of 2, in 0 games/);
  assert.equal(await pupil.$(".play button:text-is('Hint')"), null);
  assert.deepEqual(await accessibilityFaults(pupil), []);
  // From 1, 2 the person takes one of the two, and wins.
  await pupil.waitForFunction(() => document.querySelectorAll(".play figure").length === 2);
  for (let turn = 0; turn < 4 && !(await pupil.$(".turn.finished")); turn++) {
    await pupil.waitForSelector(".play:not([aria-busy])");
    const [index] = await pupil.evaluate(async () => {
      const counts = [...document.querySelectorAll(".play figcaption")].map((one) => Number(one.textContent.match(/\d+$/)[0]));
      const { answer } = await window.bouton.quick.ask("choose", {
        sum: counts.map((n) => ({ game: { name: "nim", settings: {} }, position: String(n) })), player: "perfect", seed: 1 });
      return [answer.index];
    });
    await pupil.evaluate(() => (document.querySelector(".all-moves").open = true));
    await pupil.click(`.all-moves button >> nth=${index}`);
    await pupil.waitForTimeout(600);
  }
  assert.match(await pupil.textContent(".task"), /Won 1 of 2, in 1 game\./);
  await pupil.reload();
  await pupil.waitForFunction(() => document.querySelector(".task")?.textContent.includes("Won 1 of 2, in 1 game."));
  await pupil.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 4);
  await pupil.click(".play .counter.target >> nth=0");
  await pupil.waitForFunction(() => document.querySelector(".task").textContent.includes("Done: won 2 of 2, in 2 games."));
  await pupil.waitForSelector(".review");
  assert.match(await pupil.textContent(".told p"), /^Who was winning when\.$/); // nobody goes back
  assert.deepEqual(await pupil.$$(".review [tabindex]"), []);
  assert.deepEqual(sent.filter((url) => !url.startsWith(address) && !url.startsWith("blob:")), []);
  assert.deepEqual(pupil.errors, []);
  await pupil.context().close();
});
