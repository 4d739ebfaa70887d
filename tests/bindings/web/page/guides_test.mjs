// The guides beside the studio: links lead somewhere, the search finds, examples open.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { accessibilityFaults, pageTests, root, show } from "./browser.mjs";

const { onPage, where } = pageTests();
const folder = join(root, "build/web/guides");
const pages = Object.fromEntries(
  readdirSync(folder).filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(join(folder, file), "utf8")]),
);
const entities = { amp: "&", lt: "<", gt: ">", quot: '"' };
const plain = (text) => text.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot);/g, (_, name) => entities[name]);

test("every page in docs is a guide", () => {
  const docs = readdirSync(join(root, "docs")).filter((file) => file.endsWith(".md")).map((file) => file.replace(".md", ".html"));
  for (const file of docs) assert.ok(file in pages, file);
});

test("links between guides lead to what is there", () => {
  for (const [file, text] of Object.entries(pages))
    for (const [, href] of text.matchAll(/<a (?:class="\w+" )?href="([^"]*)"/g)) {
      if (/^(https?:|mailto:|\.\.\/index\.html)/.test(href)) continue;
      const [page, anchor] = plain(href).split("#");
      const target = page === "" ? text : pages[page];
      assert.ok(target, `${file}: ${href}`);
      if (anchor) assert.ok(target.includes(`id="${anchor}"`), `${file}: ${href}`);
    }
});

test("every rule file and every command about a game can be opened", () => {
  const without = [];
  let opened = 0;
  for (const [file, text] of Object.entries(pages))
    for (const [, code, links] of text.matchAll(/<div class="example"><pre tabindex="0"><code>([\s\S]*?)<\/code><\/pre>([\s\S]*?)<\/div>/g)) {
      const shown = plain(code);
      const count = [...links.matchAll(/<a /g)].length;
      opened += count;
      if (/^return (game|variant)/m.test(shown) && count === 0) without.push(`${file}: ${shown.slice(0, 40)}`);
      const asked = shown.split("\n").filter((line) =>
        /^\$ .*\bbouton (solve|why|table|positions|sequence|graph|play|match|theorem|discover|explain|report|quotient|genus) (?!--)/.test(line));
      if (asked.length > count) without.push(`${file}: ${asked}`);
    }
  assert.deepEqual(without, []);
  assert.ok(opened > 100, `${opened} examples open`);
});

onPage("the guides are searched", async (page) => {
  await page.click(".actions a.wide");
  await page.waitForSelector("#search");
  await page.keyboard.press("/");
  await page.keyboard.type("knight wythoff");
  await page.waitForSelector("#found a");
  await page.fill("#search", "misère quotient");
  await page.waitForFunction(() => [...document.querySelectorAll("#found li")].some((one) => /misère/i.test(one.textContent) && /quotient/i.test(one.textContent)));
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.fill("#search", "mex");
  await page.waitForFunction(() => [...document.querySelectorAll("#found li")].some((one) => one.textContent.startsWith("Glossary")));
  assert.doesNotMatch(await page.textContent("#found"), /<a id|<\/a>/);
  await page.fill("#search", "zzzyx");
  await page.waitForFunction(() => /Nothing/.test(document.querySelector("#found-note").textContent));
  await page.fill("#search", "glossary");
  await page.waitForSelector("#found a");
  await page.click("#found a >> nth=0");
  await page.waitForFunction(() => location.pathname.endsWith("glossary.html"));
});

for (const [width, colorScheme] of [[1280, "light"], [360, "dark"]])
  onPage(`guides have room, and no faults, ${width} wide in the ${colorScheme}`, async (page) => {
    for (const guide of ["index", "tutorial", "rule-language", "games", "web"]) {
      await page.goto(`${where.address}guides/${guide}.html`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, guide);
      assert.deepEqual(await accessibilityFaults(page), [], guide);
    }
  }, { viewport: { width, height: 740 }, colorScheme });

onPage("examples open in the studio, as they are written", async (page) => {
  const open = async (guide, command) => {
    await page.goto(`${where.address}guides/${guide}.html`);
    const href = await page.evaluate((text) => {
      const example = [...document.querySelectorAll(".example")].find((one) => one.textContent.includes(text));
      const links = [...example.querySelectorAll("a")];
      return (links.find((link) => link.textContent.includes(text.replace(/^\$ /, ""))) ?? links[0]).href;
    }, command);
    await page.goto("about:blank");
    await page.goto(href);
    await page.waitForSelector(".editor .status:not(:empty)", { state: "attached" });
  };
  await open("tutorial", "name = \"even\"");
  await page.waitForFunction(() => document.querySelector(".editor .headline").textContent.startsWith("Even Wythoff"));
  await open("tutorial", "$ bouton sequence take.lua 30");
  await page.waitForFunction(() => document.querySelector(".numbers")?.textContent.startsWith("From 0: 0, 1, 0, 1, 2, 3, 2, 0"));
  await open("index", "$ bouton why wythoff 29,51");
  await page.waitForFunction(() => document.querySelector(".about .prose")?.textContent.includes("Verkhovsky"));
  await open("index", "$ bouton solve wythoff 7,9 + kayles 5");
  await page.waitForFunction(() => document.querySelector(".about")?.textContent.includes("wythoff 7,9 + kayles 5: A move is made in one component"));
  await show(page, "play");
  await page.waitForFunction(() => document.querySelectorAll(".play figure").length === 2);
  await open("command", "$ bouton solve white-knight 6,7 4,5 --sum conjunctive");
  await page.waitForFunction(() => document.querySelector(".about")?.textContent.includes("white-knight 6,7 + white-knight 4,5: A move is made in every component"));
  await page.waitForSelector(".about .outcome.P");
});
