// Serves a folder of static files to this machine: node serve.mjs FOLDER PORT. Prints where once it does.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { createGzip } from "node:zlib";

const folder = resolve(process.argv[2]);
const port = Number(process.argv[3]);
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  let file = join(folder, path);
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  const type = types[extname(file)];
  if (!file.startsWith(folder) || !type || !existsSync(file)) {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("there is no such file\n");
    return;
  }
  const packed = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  response.writeHead(200, { "Content-Type": type, ...(packed ? { "Content-Encoding": "gzip" } : {}) });
  const content = createReadStream(file);
  (packed ? content.pipe(createGzip({ level: 6 })) : content).pipe(response);
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
