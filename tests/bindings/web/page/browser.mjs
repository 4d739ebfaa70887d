// A browser without a window, the page served to it, and the command to compare with.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";

export const root = process.env.BOUTON_SOURCE;
const require = createRequire(join(root, "build/web-packages/package.json"));
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

/** Serves the page on a port that is free. */
async function serve() {
  const server = spawn(process.execPath, [join(root, "bindings/web/page/serve.mjs"), join(root, "build/web"), "0"]);
  const address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (text) => resolve(String(text).trim()));
    server.once("error", reject);
    server.once("exit", () => reject(new Error("the server ended")));
  });
  return { server, address };
}

export async function openBrowser() {
  const { server, address } = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.BOUTON_CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const close = async () => {
    await browser.close();
    server.kill();
  };
  return { browser, address, close };
}

/**
 * Tests of a file, which share a browser: `onPage` runs its body on a new page and looks for errors on its console, `where` has the
 * browser and the address.
 */
export function pageTests() {
  const where = {};
  before(async () => Object.assign(where, await openBrowser()));
  after(() => where.close());
  const onPage = (name, body, options) =>
    test(name, async () => {
      const page = await openPage(where.browser, where.address, options);
      try {
        await body(page);
        assert.deepEqual(page.errors, []);
      } finally {
        await page.context().close();
      }
    });
  return { onPage, where };
}

/** A page at `address`; what it writes to its console as an error is kept in `errors`. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.errors = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.errors.push(message.text());
  });
  page.on("pageerror", (error) => page.errors.push(String(error)));
  await page.goto(address);
  await page.waitForSelector(".editor .status:not(:empty)", { state: "attached" });
  return page;
}

export async function show(page, view) {
  await page.click(`[role=tab][data-view=${view}]`);
}

export async function chooseGame(page, name) {
  if (await page.isVisible("[role=tab][data-view=rules]")) await show(page, "rules");
  await page.selectOption(".editor .toolbar select", name);
  const title = bouton("games", name, "--format", "json").title;
  await page.waitForFunction((text) => document.querySelector(".editor .headline").textContent.startsWith(text), title);
}

/** A rule file of one heap with these moves. */
export const rule = (moves) => `return game {
  name = "mine",
  title = "A game of mine",
  position = { "n" },
  moves = function(n)
${moves}
  end,
  example = { 10 },
}`;

/** Types a whole rule file in place of the one that is there. */
export async function writeRule(page, text) {
  await page.evaluate(() => document.querySelector(".cm-content").focus());
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

/** What the command answers, as JSON. */
export function bouton(...words) {
  const text = execFileSync(process.env.BOUTON_PROGRAM, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  return JSON.parse(text);
}

/** What is wrong for those who do not see the page, or do not use a mouse. */
export async function accessibilityFaults(page) {
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  const source = require("node:fs").readFileSync(axe, "utf8");
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 3)
        .join("; ")}`,
  );
}

/** What a download holds. */
export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), path: await download.path() };
}
