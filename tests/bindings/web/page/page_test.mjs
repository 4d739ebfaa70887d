import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { accessibilityFaults, bouton, chooseGame, downloaded, openBrowser, openPage, rule, show, writeRule } from "./browser.mjs";

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

async function waitForMap(page) {
  await page.waitForFunction(() => document.querySelector(".map").dataset.shown);
}

// Games of every kind, with a box of each: the page's own worker is asked what the map asks, and every cell is
// compared.
const boxes = {
  wythoff: [40, 40],
  nim: [60],
  kayles: [120],
  euclid: [30, 30],
  nimrod: [40, 12],
  attrition: [25, 25],
  grundy: [100],
  "silver-dollar": [6, 7, 8],
  "flip-flop": [12, 12, 1, 1],
  copycat: [60, 3],
};

onPage("tables agree with the command, cell by cell, for ten games", async (page) => {
  for (const [game, high] of Object.entries(boxes)) {
    const expected = bouton("table", game, ...high.map(String), "--format", "json");
    const found = await page.evaluate(
      async ([name, corner, value]) => {
        const { answer, cells } = await window.bouton.slow.ask("table", {
          game: { name, settings: {} },
          high: corner,
          value,
        });
        return { low: answer.low, cells: [...cells] };
      },
      [game, high, expected.value],
    );
    assert.deepEqual(found.low, expected.low, game);
    const outcomes = { P: 0, N: 1, D: 2 };
    const wanted = expected.data.map((cell) =>
      cell === null ? 0xffffffff : typeof cell === "string" ? outcomes[cell] : cell,
    );
    assert.deepEqual(found.cells, wanted, game);
  }
});

onPage("an error in a rule is shown at its line, and goes when it is mended", async (page) => {
  await writeRule(page, rule("    mvoe(n - 1)"));
  await page.waitForSelector(".editor .status.error");
  assert.match(await page.textContent(".editor .status"), /lua:6: .*mvoe/);
  await page.waitForSelector(".cm-lint-marker-error");
  const marked = await page.$eval(".cm-lintRange-error", (element) => element.textContent);
  assert.match(marked, /mvoe/);
  await writeRule(page, rule("    if n > 0 then move(n - 1) end"));
  await page.waitForSelector(".editor .status:not(.error)");
  assert.match(await page.textContent(".editor .headline"), /A game of mine/);
  assert.equal(await page.$(".cm-lint-marker-error"), null);
  await show(page, "sequence");
  await page.waitForFunction(() => document.querySelector(".numbers").textContent.startsWith("From 0: 0, 1, 0, 1"));
});

onPage("the words of the rule language are completed", async (page) => {
  await writeRule(page, "pil");
  await page.keyboard.press("Control+Space");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  assert.match(await page.textContent(".cm-tooltip-autocomplete"), /piles/);
});

onPage("a game is played with hints and won", async (page) => {
  await show(page, "play");
  await page.fill(".play .position", "7,9");
  await page.waitForFunction(() => document.querySelector(".play figcaption")?.textContent === "7,9");
  for (let turn = 0; turn < 40; turn++) {
    await page.waitForSelector(".play:not([aria-busy])");
    if (await page.$(".turn.finished")) break;
    await page.click(".play >> text=Hint");
    // The move is made as soon as it is there: a hint goes when the position is drawn anew.
    await page.waitForFunction(() => {
      const hinted = document.querySelector(".all-moves .hinted");
      if (!hinted) return false;
      document.querySelector(".all-moves").open = true;
      hinted.click();
      return true;
    });
  }
  assert.match(await page.textContent(".turn"), /You have won/);
  await page.click(".play >> text=Review");
  await page.waitForSelector(".review .point");
  assert.equal(await page.$(".review .mistake.you"), null);
});

onPage("moves are made on the board itself", async (page) => {
  await chooseGame(page, "nim");
  await show(page, "play");
  await page.fill(".play .position", "5");
  await page.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 5);
  await page.click(".play .counter.target >> nth=0");
  await page.waitForSelector(".turn.finished");
  assert.match(await page.textContent(".turn"), /You have won/);
});

onPage("a sum of two games is played as one", async (page) => {
  await show(page, "play");
  await page.selectOption(".others select", "kayles");
  await page.waitForFunction(() => document.querySelectorAll(".play figure").length === 2);
  await page.click(".play >> text=Why");
  await page.waitForFunction(() => document.querySelector(".told").textContent.length > 20);
});

onPage("a link restores what was seen", async (page) => {
  await writeRule(page, rule("    for t = 1, n do move(n - t) end"));
  await page.waitForFunction(() => document.querySelector(".editor .headline").textContent.startsWith("A game of mine"));
  await show(page, "play");
  await page.fill(".play .position", "4");
  await page.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 4);
  await page.click("text=Share");
  const link = await page.inputValue(".note input");
  const other = await openPage(browser, link);
  await other.waitForFunction(() => document.querySelectorAll(".play .counter.target").length === 4);
  assert.match(await other.textContent(".editor .headline"), /A game of mine/);
  assert.deepEqual(other.errors, []);
  await other.context().close();
});

onPage("one file holds the page and its state, and works from disk", async (page) => {
  await chooseGame(page, "kayles");
  await show(page, "sequence");
  await page.click(".more summary");
  const file = await downloaded(page, () => page.click("text=Save as one file"));
  const path = join(mkdtempSync(join(tmpdir(), "bouton-page-")), "saved.html");
  copyFileSync(file.path, path);
  const saved = await openPage(browser, `file://${path}`, { offline: true });
  await saved.waitForFunction(() =>
    document.querySelector(".sequence .status").textContent.includes("repeat after 12"),
  );
  assert.deepEqual(saved.errors, []);
  await saved.context().close();
});

onPage("a long table is ended, and the page answers again", async (page) => {
  await writeRule(page, rule("    for t = 1, n do if (n * t) % 7 ~= tostring(t):len() then move(n - t) end end"));
  await page.waitForFunction(() => document.querySelector(".editor .headline").textContent.startsWith("A game of mine"));
  const first = await page.evaluate(async () => {
    const asked = window.bouton.slow.ask("table", {
      game: window.bouton.state.game,
      high: [3_000_000],
      value: "grundy",
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    // It has ended before anything else happens on the page, however busy the machine is.
    const next = new Promise((resolve) => setTimeout(resolve, 0, "something else"));
    window.bouton.slow.cancel();
    const ended = asked.then(
      () => "answered",
      (error) => error.message,
    );
    return Promise.race([ended, next]);
  });
  assert.equal(first, "cancelled");
  const again = await page.evaluate(
    async () =>
      (await window.bouton.slow.ask("table", { game: { name: "nim", settings: {} }, high: [3] })).cells.length,
  );
  assert.equal(again, 4);
});

const hostile = {
  "that never ends": ["while true do end", /took longer than/],
  "that takes all memory": ['local line, t = ("x"):rep(1000), {} for i = 1, 1e9 do t[i] = line:rep(10000) .. i end', /memory/],
  "that is not Lua": ["\u0000\u001b[31m<script>", /./],
};

for (const [name, [text, message]] of Object.entries(hostile))
  onPage(`a rule ${name} harms nothing`, async (page) => {
    // The limit of memory is met first, however busy the machine is.
    if (name.endsWith("memory")) await page.evaluate(() => window.bouton.quick.ask("limits", { seconds: 3600 }));
    await writeRule(page, text);
    await page.waitForSelector(".editor .status.error");
    assert.match(await page.textContent(".editor .status"), message);
    await chooseGame(page, "nim");
    assert.equal(await page.$(".editor .status.error"), null);
  });

onPage("markup in names stays text", async (page) => {
  const evil = '<img src=x onerror="window.harmed = 1"><script>window.harmed = 1</script>';
  const text = `return game { name = "mine", title = [[${evil}]], text = [[${evil}]], source = [[${evil}]],
    position = { "n" }, show = function(n) return [[${evil}]] .. n end, example = { 5 },
    moves = function(n) for t = 1, n do move["<b>" .. t](n - t) end end,
    players = { ["<i>x"] = function() return 1 end } }`;
  await writeRule(page, text);
  await page.waitForFunction(() => document.querySelector(".editor .headline").textContent.includes("<img"));
  for (const view of ["map", "sequence", "graph", "about", "play"]) {
    await show(page, view);
    await page.waitForTimeout(300);
  }
  assert.equal(await page.evaluate(() => window.harmed), undefined);
  assert.equal(await page.$("img, b, main i > *, script:not([src])"), null);
});

onPage("every view is accessible", async (page) => {
  await waitForMap(page);
  for (const [game, view, ready] of [
    ["wythoff", "map", ".map .legend .swatch"],
    ["kayles", "sequence", ".plot circle"],
    ["kayles", "graph", ".moves .node"],
    ["wythoff", "about", ".about table"],
    ["wythoff", "play", ".play .queen"],
    ["chomp", "play", ".play .piece"],
    ["cram", "play", ".play .grid .cell"],
  ]) {
    await chooseGame(page, game);
    await show(page, view);
    if (view === "graph") await page.fill(".panel-graph .position", "5");
    await page.waitForSelector(ready);
    assert.deepEqual(await accessibilityFaults(page), [], `${game}, ${view}`);
  }
});

for (const colorScheme of ["light", "dark"])
  onPage(
    `a telephone in the ${colorScheme} has room for every view`,
    async (page) => {
      for (const view of ["rules", "map", "sequence", "graph", "about", "play"]) {
        await show(page, view);
        await page.waitForTimeout(300);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${view} is ${wide} wide`);
      }
      assert.deepEqual(await accessibilityFaults(page), []);
    },
    { viewport: { width: 360, height: 740 }, colorScheme, hasTouch: true },
  );

onPage("tables are saved as the command writes them", async (page) => {
  await waitForMap(page);
  const { path } = await downloaded(page, () => page.click(".map >> text=CSV"));
  assert.match(readFileSync(path, "utf8"), /^S,L,grundy\n0,0,0\n0,1,1\n/);
  const picture = await downloaded(page, () => page.click(".map >> text=SVG"));
  assert.match(readFileSync(picture.path, "utf8"), /^<\?xml|^<svg/);
  const pixels = await downloaded(page, () => page.click(".map >> text=PNG"));
  assert.equal(readFileSync(pixels.path).subarray(1, 4).toString(), "PNG");
});
