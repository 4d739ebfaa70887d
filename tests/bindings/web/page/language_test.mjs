// The page in other languages: the language of the browser first, then the one that is chosen.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { accessibilityFaults, chooseGame, pageTests, root, show } from "./browser.mjs";

const { onPage, where } = pageTests();
const folder = join(root, "bindings/web/page/src/messages");
const messages = Object.fromEntries(
  readdirSync(folder).map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(join(folder, file), "utf8"))]),
);

test("every language says everything, with the same values", () => {
  const names = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  for (const [language, texts] of Object.entries(messages)) {
    assert.deepEqual(Object.keys(texts), Object.keys(messages.en), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim().length > 0, `${language}, ${key}`);
      assert.deepEqual(names(text), names(messages.en[key]), `${language}, ${key}`);
    }
  }
});

test("messages that are not used are not there", () => {
  const sources = readdirSync(join(folder, ".."), { recursive: true }).filter((file) => file.endsWith(".ts"));
  const code = sources.map((file) => readFileSync(join(folder, "..", file), "utf8")).join("\n");
  const unused = Object.keys(messages.en).filter((key) => {
    const begins = key.split(".").slice(0, -1).join(".");
    return !code.includes(`"${key}"`) && !code.includes(`\`${begins}.\${`) && !code.includes(`"${key.split(".").at(-1)}"`);
  });
  assert.deepEqual(unused, []);
});

for (const [locale, language] of [["de-AT", "de"], ["es-MX", "es"], ["fr-FR", "en"]])
  onPage(`a browser in ${locale} has the page in ${language}`, async (page) => {
    const texts = messages[language];
    assert.equal(await page.getAttribute("html", "lang"), language);
    assert.deepEqual(
      await page.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.textContent)),
      ["rules", "map", "sequence", "graph", "about", "play"].map((view) => texts[`view.${view}`]),
    );
    await page.waitForFunction(() => document.querySelector(".map").dataset.shown);
    assert.equal(await page.textContent(".map .status"), texts["begin.map"]);
    await chooseGame(page, "nim");
    await show(page, "play");
    await page.waitForSelector(".play .counter.target");
    assert.equal(await page.textContent(".turn"), `${texts["play.turn.you"]} ${texts["begin.play"]}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} wide`);
    assert.deepEqual(await accessibilityFaults(page), []);
  }, { locale, viewport: { width: 360, height: 740 } });

onPage("a language that is chosen stays, and so does what is seen", async (page) => {
  await chooseGame(page, "kayles");
  await show(page, "sequence");
  await page.click(".more summary");
  await page.selectOption(".more select >> nth=1", "de");
  await page.waitForFunction(() => document.documentElement.lang === "de");
  await page.waitForFunction(() => /wiederholen sich die Werte nach 12/.test(document.querySelector(".sequence .status")?.textContent));
  await page.goto("about:blank");
  await page.goto(where.address);
  await page.waitForFunction(() => document.documentElement.lang === "de");
});
