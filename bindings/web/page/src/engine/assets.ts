// Where the page's own parts come from: beside it, or out of the page where it is one file.

import type { Facts } from "../pictures/facts";

export interface Library {
  rules: Record<string, string>;
  /** What the small picture of each game shows. */
  pictures: Record<string, Facts>;
  /** The rule files that the guides show. */
  examples: { title: string; text: string }[];
  words: { name: string; detail: string; doc: string }[];
}

/** The parts of a page that is one file, each compressed and in base64, by name. */
const INLINE = "bouton-parts";

let inline: Record<string, string> | undefined;

function parts(): Record<string, string> {
  if (!inline) {
    const element = document.getElementById(INLINE);
    inline = element ? (JSON.parse(element.textContent ?? "{}") as Record<string, string>) : {};
  }
  return inline;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

export async function squeeze(
  bytes: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unsqueeze(
  bytes: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The bytes of a part: "engine.wasm", "page.js", .. */
export async function part(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = parts()[name];
  if (packed !== undefined) return unsqueeze(fromBase64(packed), "gzip");
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} could not be read: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The engine, compiled once. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??=
    parts()["engine.wasm"] === undefined
      ? WebAssembly.compileStreaming(fetch("engine.wasm"))
      : part("engine.wasm").then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

let workerAddress: Promise<string> | undefined;

export function newWorker(): Promise<Worker> {
  workerAddress ??=
    parts()["worker.js"] === undefined
      ? Promise.resolve("worker.js")
      : part("worker.js").then((code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  return workerAddress.then((address) => new Worker(address));
}

let library: Promise<Library> | undefined;

export function theLibrary(): Promise<Library> {
  library ??= part("library.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Library);
  return library;
}

/** The page as one file that works from disk, with `state` as what it opens with. */
export async function asOneFile(state: string): Promise<string> {
  const packed: Record<string, string> = {};
  for (const name of ["engine.wasm", "worker.js", "library.json", "page.js", "page.css"])
    packed[name] = toBase64(await squeeze(await part(name), "gzip"));
  const unpack = (name: string): string =>
    `new Response(new Blob([Uint8Array.from(atob(p["${name}"]),c=>c.charCodeAt(0))]).stream()` +
    `.pipeThrough(new DecompressionStream("gzip"))).text()`;
  const start =
    `(async()=>{const p=JSON.parse(document.getElementById("${INLINE}").textContent);` +
    `const s=document.createElement("style");s.textContent=await ${unpack("page.css")};document.head.append(s);` +
    `const j=document.createElement("script");j.textContent=await ${unpack("page.js")};document.head.append(j);})()`;
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Bouton</title><link rel="icon" href="data:,">`,
    `<script type="application/json" id="bouton-state">${JSON.stringify(state)}</script>`,
    `<script type="application/json" id="${INLINE}">${JSON.stringify(packed)}</script>`,
    `</head><body><script>${start}</script></body></html>`,
  ].join("\n");
}

/** Whether the page has its parts in itself. */
export function isOneFile(): boolean {
  return parts()["page.js"] !== undefined;
}

/** What a page that is one file opens with. */
export function savedState(): string | null {
  const element = document.getElementById("bouton-state");
  return element ? (JSON.parse(element.textContent ?? "null") as string | null) : null;
}
