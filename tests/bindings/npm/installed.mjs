// The package, installed into an empty folder, and the native command to compare with.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const root = process.env.BOUTON_SOURCE;
export const tarball = process.env.BOUTON_TARBALL;
export const native = process.env.BOUTON_PROGRAM;

/** Tests keep no theorems among those of whoever runs them, and are not a terminal's. */
export const environment = { ...process.env, BOUTON_CACHE: "off", BOUTON_RULES: "" };

const folders = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone at the end. */
export function emptyFolder() {
  folders.push(mkdtempSync(join(tmpdir(), "bouton-npm-")));
  return folders.at(-1);
}

/** A folder with the package in its node_modules; no registry is asked. */
export function install(...more) {
  const folder = emptyFolder();
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const offline = more.length === 0 ? ["--offline"] : [];
  execFileSync("npm", ["install", ...offline, "--no-audit", "--no-fund", "--ignore-scripts", tarball, ...more], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return folder;
}

/** The library as Node imports it from there. */
export const library = (folder) => import(pathToFileURL(join(folder, "node_modules/bouton/node.js")).href);

/** What the page is built with, such as TypeScript; null where it is not there. */
export function pagePackage(name) {
  try {
    return createRequire(join(root, "build/web-packages/package.json"))(name);
  } catch {
    return null;
  }
}

/** Runs the program to its end: { status, stdout, stderr }, with what it writes as bytes. */
export function run(program, words, { cwd, input = "", env = environment } = {}) {
  return spawnSync(program, words, { cwd, input, env, maxBuffer: 1 << 28 });
}

export const commandOf = (folder) => join(folder, "node_modules/.bin/bouton");

/** What the native command answers, as JSON. */
export function bouton(...words) {
  return JSON.parse(execFileSync(native, words, { encoding: "utf8", maxBuffer: 1 << 28, env: environment }));
}

/** Begins the program, and gives what is needed to talk to it. */
export function begin(program, words, { cwd } = {}) {
  const child = spawn(program, words, { cwd, env: environment });
  let output = "";
  let errors = "";
  const listeners = new Set();
  child.stdout.on("data", (bytes) => {
    output += bytes;
    for (const listener of listeners) listener();
  });
  child.stderr.on("data", (bytes) => (errors += bytes));
  const ended = new Promise((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, output, errors })),
  );
  /** Once it has written that. */
  const says = (text) =>
    new Promise((resolve, reject) => {
      const listen = () => {
        if (output.includes(text)) resolve();
      };
      listeners.add(listen);
      listen();
      ended.then(({ code }) => reject(new Error(`it ended with ${code} and did not say ${text}: ${output}${errors}`)));
    });
  return { child, ended, says };
}

/** The rule files and the console blocks of a guide, in their order: { file, text } or { command, expected }. */
export function examplesOf(guide) {
  const found = [];
  let language = null;
  let lines = [];
  for (const line of readFileSync(join(root, guide), "utf8").split("\n")) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence && language === null) {
      language = fence[1];
      lines = [];
    } else if (line === "```") {
      if (language === "lua") {
        const name = /^-- (\S+\.lua)$/.exec(lines[0] ?? "");
        if (name) found.push({ file: name[1], text: `${lines.join("\n")}\n` });
      } else if (language === "console") {
        for (const one of lines) {
          if (one.startsWith("$ ")) found.push({ command: one.slice(2), expected: "" });
          else if (found.length > 0) found.at(-1).expected += `${one}\n`;
        }
      }
      language = null;
    } else {
      lines.push(line);
    }
  }
  return found;
}
