// A browser without a window, and a folder served to it.
import { spawn } from "node:child_process";
import { join } from "node:path";

import { pagePackage, root } from "./installed.mjs";

const playwright = pagePackage("playwright-core");

/** Why there is no browser to be had; false where there is one. */
export const noBrowser = !process.env.BOUTON_CHROMIUM
  ? "there is no chromium (scripts/setup --browser)"
  : playwright
    ? false
    : "the page's packages are not there (scripts/web)";

/** Opens `path` of the folder; `use` is given the page. What it writes to its console as an error is an error. */
export async function onPage(folder, path, use) {
  const server = spawn(process.execPath, [join(root, "bindings/web/page/serve.mjs"), folder, "0"]);
  const address = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(String(text).trim())));
  const browser = await playwright.chromium.launch({
    executablePath: process.env.BOUTON_CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    page.setDefaultTimeout(120_000);
    const errors = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(address + path);
    const failure = await use(page).then(() => null, (error) => error);
    if (errors.length > 0) throw new Error(errors.join("\n"));
    if (failure) throw failure;
  } finally {
    await browser.close();
    server.kill();
  }
}
