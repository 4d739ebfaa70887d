// The guides as pages beside the studio: Markdown as HTML, a list of all, what is searched, and links that open the examples.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";

/** The guides by what the reader wants, each by its file and its name in the list. */
const kinds = [
  ["Begin", [["README.md", "Bouton"], ["docs/tutorial.md", "Tutorial"], ["docs/games.md", "The games"], ["docs/play.md", "Playing"]]],
  ["Ask", [
    ["docs/command.md", "The command"],
    ["docs/theorems.md", "Theorems"],
    ["docs/scaling.md", "Large tables"],
    ["docs/papers.md", "The texts behind it"],
    ["docs/glossary.md", "Glossary"],
  ]],
  ["Write", [["docs/rule-language.md", "The rule language"], ["docs/prompt.md", "The Lua prompt"], ["docs/web.md", "The studio"]]],
  ["Use it in programs", [
    ["docs/python.md", "Python"],
    ["docs/javascript.md", "JavaScript"],
    ["docs/csharp.md", "C#"],
    ["docs/embed.md", "C, C++ and LÖVE"],
    ["docs/install.md", "Installing"],
    ["docs/windows.md", "Windows"],
    ["docs/stability.md", "What stays"],
  ]],
  ["Inside", [
    ["docs/architecture.md", "Architecture"],
    ["docs/algorithms.md", "Algorithms"],
    ["CONTRIBUTING.md", "Contributing"],
    ["CHANGELOG.md", "Changes"],
  ]],
];
const guides = kinds.flatMap(([, list]) => list);

function pageOf(file) {
  return file === "README.md" ? "index.html" : `${basename(file, ".md").toLowerCase()}.html`;
}

/** Whether HTML begins or ends a place that links lead to. */
function isPlace(html) {
  return /^<a id="[\w-]+">$|^<\/a>$/.test(html);
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The anchor of a heading, as the links in the guides name it. */
function anchorOf(heading, taken) {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
  let anchor = plain;
  for (let i = 1; taken.has(anchor); i++) anchor = `${plain}-${i}`;
  taken.add(anchor);
  return anchor;
}

// -- Examples that open in the studio

/** The link that opens a state of the page (src/state.ts). */
function linkTo(state) {
  const packed = deflateRawSync(Buffer.from(JSON.stringify({ map: {}, sequence: {}, play: {}, ...state })), { level: 9 });
  return `../index.html#b=${packed.toString("base64url")}`;
}

function nameIn(text) {
  return /^\s*name\s*=\s*"([\w-]+)"/m.exec(text)?.[1] ?? /^-- ([\w-]+)\.lua/.exec(text)?.[1] ?? "mine";
}

/** The command in a line for the shell, without what the shell does before and after it; null where there is none. */
function commandIn(line) {
  const hidden = line.replace(/'[^']*'|"[^"]*"/g, (text) => "x".repeat(text.length));
  let from = 0;
  for (const part of hidden.split("|")) {
    const command = line.slice(from, from + part.length);
    from += part.length + 1;
    if (/^\s*(\w+=\S* )*bouton /.test(part)) return command.replace(/^\s*(\w+=\S* )*/, "").replace(/\s[<>]\s*\S+/g, "").replace(/\s#.*$/, "");
  }
  return null;
}

function wordsOf(command) {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, plain]) => one ?? two ?? plain);
}

/** Options that a value follows. */
const valued =
  /^--(play|value|row|format|only|method|output|max-moves|players|games|start|certificate|walnut|dot|steps|opponent|seed|transcript|piles|sum|guess|total|heaps|mod)$|^-o$/;

/** What a command is given: options with a value, and the rest in order. */
function parsed(words) {
  const rest = [];
  const options = {};
  const settings = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === "-p" || word === "--param") {
      const [name, ...value] = (words[++i] ?? "").split("=");
      if (!value.join("=").includes(":")) settings[name] = value.join("="); // a range is of a family of games
    } else if (valued.test(word)) options[word.replace(/^-+/, "")] = words[++i] ?? "";
    else if (/^--?[a-z]/.test(word)) options[word.replace(/^-+/, "")] = true;
    else rest.push(word);
  }
  return { rest, options, settings };
}

/** A sum as the command writes it: games, each with its positions. */
function componentsOf(words, gameOf) {
  const found = [];
  let game = null;
  for (const [i, word] of words.entries()) {
    if (word === "+") game = null;
    else if (i === 0 || game === null) {
      game = gameOf(word);
      if (game === null) return null;
      if (words[i + 1] === undefined || words[i + 1] === "+") found.push({ game });
    } else found.push({ game, position: word });
  }
  return found;
}

/** In which view a command's question is answered, or its game seen. */
const views = {
  solve: "about",
  why: "about",
  theorem: "about",
  explain: "about",
  discover: "about",
  verify: "about",
  report: "about",
  quotient: "about",
  genus: "about",
  graph: "graph",
  play: "play",
  match: "play",
  games: "rules",
  survey: "sequence",
};

/** The state of the studio that a command leads to; null where it is of no game. */
function stateOf(line, gameOf) {
  const words = wordsOf(commandIn(line) ?? "");
  if (words.length < 3) return null;
  const verb = words[1];
  const { rest, options, settings } = parsed(words.slice(2));
  const play = options.play === "misere" ? { play: "misere" } : {};
  const described = (word) => {
    const game = gameOf(word);
    return game && { ...game, settings, ...play };
  };
  const game = described((rest[0] ?? "").split(":")[0]);
  if (!game) return null;
  if (verb === "table" || verb === "positions") return tableState(game, verb, rest.slice(1), options);
  if (verb === "sequence") {
    const row = typeof options.row === "string" ? { row: Object.fromEntries([options.row.split("=")]) } : {};
    return { game, view: "sequence", sequence: { ...(/^\d+$/.test(rest[1] ?? "") ? { last: Number(rest[1]) } : {}), ...row } };
  }
  const view = views[verb];
  if (!view) return null;
  if (view === "rules" || view === "sequence") return { game, view };
  const components = componentsOf(verb === "theorem" || verb === "verify" || verb === "discover" ? rest.slice(0, 1) : rest, described);
  if (!components) return null;
  const [first, ...others] = components;
  const place = first.position === undefined ? {} : { position: first.position };
  if (others.length === 0) return { game: first.game, ...place, view };
  const way = typeof options.sum === "string" && options.sum !== "disjunctive" ? { way: options.sum } : {};
  return { game: first.game, ...place, view: view === "about" ? view : "play", play: { others, ...way } };
}

function tableState(game, verb, bounds, options) {
  const numberIn = (text) => text.split("^").map(Number).reduce((base, power) => base ** power); // 10^18 is larger than any map
  const ends = bounds.map((bound) => bound.split(":").map(numberIn));
  if (ends.length === 0 || ends.flat().some((end) => !Number.isFinite(end))) return null;
  if (ends.some((end) => end.length > 1 && end[0] !== 0 && end[0] !== 1)) return null; // the map begins at the least value
  const size = Math.min(Math.max(...ends.slice(0, 2).map((end) => end.at(-1))) + 1, 2000);
  const value = options.value ?? (verb === "positions" ? "outcome" : undefined);
  return { game, view: "map", map: { size, ...(value ? { value } : {}) } };
}

/** The last rule file of a guide before here with this name; the games of Bouton go by theirs. */
function gamesOf(rules, files) {
  return (word) => {
    const name = word.replace(/^.*\//, "").replace(/\.lua$/, "");
    if (word.endsWith(".lua") && files.has(name)) return { name, text: files.get(name) };
    return Object.hasOwn(rules, name) ? { name, settings: {} } : null;
  };
}

function exampleLinks(code, language, rules, files) {
  if (language === "lua") {
    if (!/^return (game|variant)\b/m.test(code)) return [];
    const name = /^-- ([\w-]+)\.lua/.exec(code)?.[1] ?? nameIn(code);
    files.set(name, code);
    return [[linkTo({ game: { name, text: code, settings: {} }, view: "rules" }), "Open in the studio"]];
  }
  if (language !== "console") return [];
  const lines = code.split("\n").flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : []));
  return lines.flatMap((line) => {
    const state = stateOf(line, gamesOf(rules, files));
    return state ? [[linkTo(state), lines.length > 1 ? `Open in the studio: ${line}` : "Open in the studio"]] : [];
  });
}

// -- Pages

/** Where a link of a guide leads to here; null for files that are not guides. */
function addressOf(href, file, { rules, firstView }) {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const game = /^\.\.\/rules\/[\w/-]+?([\w-]+)\.lua$/.exec(href)?.[1];
  if (game !== undefined && Object.hasOwn(rules, game))
    return linkTo({ game: { name: game, settings: {} }, view: firstView(rules[game], rules) });
  const [path, anchor] = href.split("#");
  const target = join(dirname(file), path);
  const guide = guides.find(([one]) => one === target);
  return guide ? pageOf(target) + (anchor ? `#${anchor}` : "") : null;
}

function convert(file, { Marked, root, out, rules, firstView, sections, title }) {
  const taken = new Set();
  const files = new Map();
  let tables = 0;
  let heading = { anchor: "", text: title };
  const note = (text) => {
    const last = sections.at(-1);
    const address = pageOf(file) + (heading.anchor ? `#${heading.anchor}` : "");
    if (last?.address === address) last.text += ` ${text}`;
    else sections.push({ address, guide: title, heading: heading.text, text });
  };
  /** What is read; places that links lead to are not. */
  const textOf = ({ type, text }) => (type === "html" && isPlace(text) ? "" : (text ?? ""));
  const plain = (tokens) => (tokens ?? []).map((token) => (token.tokens ? plain(token.tokens) : textOf(token))).join("");
  const renderer = {
    heading({ tokens, depth }) {
      const text = plain(tokens);
      heading = { anchor: anchorOf(text, taken), text };
      note("");
      return `<h${depth} id="${heading.anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    paragraph({ tokens }) {
      note(plain(tokens));
      return `<p>${this.parser.parseInline(tokens)}</p>\n`;
    },
    listitem({ tokens }) {
      note(plain(tokens));
      return `<li>${this.parser.parse(tokens)}</li>\n`;
    },
    table(token) {
      const cell = (tag, { tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
      note([token.header, ...token.rows].map((row) => row.map(({ tokens }) => plain(tokens)).join(" ")).join(". "));
      const named = token.header.some(({ tokens }) => plain(tokens).trim() !== "");
      const heads = token.header.map((one) => cell(plain(one.tokens).trim() === "" ? "td" : "th", one)); // a header says something
      const head = named ? `<thead><tr>${heads.join("")}</tr></thead>` : "";
      const rows = token.rows.map((row) => `<tr>${row.map((one) => cell("td", one)).join("")}</tr>`).join("\n");
      return `<div class="tables" tabindex="0" role="region" aria-label="${escaped(`Table ${++tables}, ${heading.text}`)}"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
    },
    code({ text, lang }) {
      note(text);
      const links = exampleLinks(text, lang, rules, files).map(([href, said]) => `<p><a href="${escaped(href)}">${escaped(said)}</a></p>`);
      return `<div class="example"><pre tabindex="0"><code>${escaped(text)}</code></pre>${links.join("")}</div>\n`;
    },
    link({ href, tokens }) {
      const address = addressOf(href, file, { rules, firstView });
      const text = this.parser.parseInline(tokens);
      return address === null ? text : `<a href="${escaped(address)}">${text}</a>`;
    },
    image({ href, text }) {
      const from = join(root, dirname(file), href);
      copyFileSync(from, join(out, basename(from)));
      return `<img src="${escaped(basename(from))}" alt="${escaped(text)}">`;
    },
    html({ text }) {
      // Of markup the guides have anchors alone.
      return isPlace(text) ? text : escaped(text);
    },
  };
  return new Marked({ renderer }).parse(readFileSync(join(root, file), "utf8"));
}

function listOf(current) {
  const item = ([file, name]) => `<li><a href="${pageOf(file)}"${file === current ? ' aria-current="page"' : ""}>${escaped(name)}</a></li>`;
  return kinds.map(([kind, list]) => `<h2>${escaped(kind)}</h2><ul>${list.map(item).join("")}</ul>`).join("\n");
}

function page(file, title, content) {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}${title === "Bouton" ? "" : " - Bouton"}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="guide.css">
<script src="guide.js" defer></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header>
<a class="name" href="index.html">Bouton</a>
<a href="../index.html">Studio</a>
<form role="search"><input id="search" type="search" placeholder="Search the guides" aria-label="Search the guides"></form>
</header>
<div class="results" role="region" aria-label="What was found"><p id="found-note" role="status"></p><ul id="found" hidden></ul></div>
<div class="page">
<nav aria-label="Guides">
${listOf(file)}
</nav>
<main id="text" tabindex="-1">
${content}</main>
</div>
</body>
</html>
`;
}

/**
 * Writes the guides of the repository `root` into the folder `out`. `rules` are Bouton's rule files by name, `firstView` says in which
 * view a game opens.
 */
export function writeGuides({ Marked, root, out, rules, firstView }) {
  mkdirSync(out, { recursive: true });
  const sections = [];
  for (const [file, title] of guides) {
    const content = convert(file, { Marked, root, out, rules, firstView, sections, title });
    writeFileSync(join(out, pageOf(file)), page(file, title, content));
  }
  const tidy = sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
  writeFileSync(join(out, "search.json"), JSON.stringify(tidy));
}
