// The page: what it opens with, its views, and what stands above them.
import { button, choice, download, h } from "./dom";
import { asOneFile, isOneFile } from "./engine/assets";
import type { Colours } from "./engine/types";
import { css, Page, reason } from "./page";
import { Course, opening } from "./course";
import { linkOf, packed, type View } from "./state";
import { AboutView } from "./views/about";
import { makeEditor } from "./views/editor";
import { Gallery } from "./views/gallery";
import { GraphView } from "./views/graph";
import { makeKeys } from "./views/keys";
import { MapView } from "./views/map";
import { PlayView } from "./views/play/play_view";
import { SequenceView } from "./views/sequence";
import { chooseLanguage, chosenLanguage, language, languageNames, say } from "./words";

const views: View[] = ["rules", "map", "sequence", "graph", "about", "play"];
const titles = views.map((view): [View, string] => [view, say(`view.${view}`)]);

function storedTheme(): string {
  try {
    return localStorage.getItem("bouton-theme") ?? "auto";
  } catch {
    return "auto";
  }
}

function setTheme(theme: string): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("bouton-theme", theme);
  } catch {
    // A file from disk may have no memory of its own.
  }
}

function share(page: Page, note: HTMLElement): void {
  void linkOf(page.state).then(async (link) => {
    const field = h("input", { value: link, readonly: true, "aria-label": say("share.field") });
    note.replaceChildren(h("span", {}, say("share.link")), field);
    note.hidden = false;
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      note.append(h("span", {}, say("share.copied")));
    } catch {
      // The link stands there to be copied by hand.
    }
  });
}

async function saveAsOneFile(page: Page): Promise<void> {
  const text = await asOneFile(await packed(page.state));
  download(`${page.state.game.name}.html`, new Blob([text], { type: "text/html" }));
}

/** The way to the guides, for windows of a width; a page that is one file has none beside it. */
function guides(width: "wide" | "narrow"): HTMLElement | false {
  return !isOneFile() && h("a", { class: `button ${width}`, href: "guides/index.html" }, say("header.guides"));
}

function header(page: Page, note: HTMLElement, gallery: Gallery, keys: HTMLDialogElement): HTMLElement {
  const themes: [string, string][] = [
    ["auto", say("header.colours.auto")],
    ["light", say("header.colours.light")],
    ["dark", say("header.colours.dark")],
  ];
  const wide = window.matchMedia("(min-width: 1500px)");
  const more = h(
    "details",
    { class: "more", open: wide.matches },
    h("summary", {}, say("header.more")),
    h(
      "div",
      {},
      guides("narrow"),
      button(say("header.save"), () => void saveAsOneFile(page)),
      choice(say("header.colours"), themes, storedTheme(), setTheme),
      choice(say("header.language"), [["auto", say("header.language.auto")], ...languageNames], chosenLanguage(), (chosen) => {
        if (chooseLanguage(chosen)) location.reload(); // which keeps what is seen
      }),
    ),
  );
  wide.addEventListener("change", () => (more.open = wide.matches));
  return h(
    "header",
    {},
    h("h1", {}, "Bouton"),
    h("p", { class: "tagline" }, say("tagline")),
    h(
      "div",
      { class: "actions" },
      button(say("header.games"), () => void gallery.open()),
      guides("wide"),
      button(say("header.share"), () => share(page, note)),
      more,
      button("?", () => keys.showModal(), { "aria-label": say("header.keys") }),
    ),
  );
}

/** The names of the views, of which one is shown. */
function tabs(page: Page, panels: Map<View, HTMLElement>): { element: HTMLElement; show(view: View): void } {
  const names = titles.map(([view, title]) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${view}`,
        "aria-controls": `panel-${view}`,
        "data-view": view,
        click: () => show(view),
      },
      title,
    ),
  );
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": say("views") }, ...names);
  const element = h("div", { class: "tabs-frame" }, list);
  // Where there are more names to the left or to the right, a sign says so.
  const cue = (): void => {
    element.classList.toggle("more-left", list.scrollLeft > 4);
    element.classList.toggle("more-right", list.scrollLeft + list.clientWidth < list.scrollWidth - 4);
  };
  list.addEventListener("scroll", cue);
  new ResizeObserver(cue).observe(list);
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = names.findIndex((name) => name === document.activeElement);
    if (step === 0 || at < 0) return;
    event.preventDefault(); // which would scroll the names
    const next = names[(at + step + names.length) % names.length];
    next?.focus({ preventScroll: true });
    next?.click();
  });
  const show = (view: View): void => {
    page.state.view = view;
    for (const [name, panel] of panels) panel.classList.toggle("shown", name === view);
    for (const name of names) {
      const chosen = name.dataset["view"] === view;
      name.setAttribute("aria-selected", String(chosen));
      name.tabIndex = chosen ? 0 : -1;
      if (chosen) list.scrollLeft = name.offsetLeft - (list.clientWidth - name.offsetWidth) / 2;
    }
    page.tell("view");
  };
  return { element, show };
}

/** Pictures of rules that were changed are greyed, and say so; nothing on them can be chosen. */
function showStale(page: Page, panels: Map<View, HTMLElement>): void {
  const text = page.error
    ? page.card
      ? say("stale.before")
      : say("stale.nothing")
    : "";
  for (const [view, panel] of panels) {
    if (view === "rules") continue;
    const [note, content] = panel.children;
    if (!(note instanceof HTMLElement) || !(content instanceof HTMLElement)) continue;
    note.textContent = text;
    note.hidden = !text;
    content.inert = text !== "";
    panel.classList.toggle("stale", text !== "");
    panel.classList.toggle("pending", page.pending && !text);
  }
}

function useColours(page: Page): void {
  const root = document.documentElement.style;
  root.setProperty("--P", css(page.colours.P));
}

/** The colours are asked for once and remembered; until they are there nothing is painted in them. */
async function start(): Promise<void> {
  document.documentElement.lang = language;
  const { state, work } = await opening();
  const page = new Page(state, work);
  Object.assign(window, { bouton: page }); // for the console, and for tests
  page.quick.warm();
  page.slow.warm();
  setTheme(storedTheme());
  const note = h("div", { class: "note", hidden: true, role: "status" });
  const editor = await makeEditor(page);
  const elements: [View, HTMLElement][] = [
    ["rules", editor.element],
    ["map", new MapView(page).element],
    ["sequence", new SequenceView(page).element],
    ["graph", new GraphView(page).element],
    ["about", new AboutView(page).element],
    ["play", new PlayView(page).element],
  ];
  const panels = new Map(
    elements.map(([view, element]): [View, HTMLElement] => [
      view,
      h(
        "div",
        { class: `panel panel-${view}`, role: "tabpanel", id: `panel-${view}`, "aria-labelledby": `tab-${view}` },
        view !== "rules" && h("p", { class: "stale-note error", role: "status", hidden: true }),
        element,
      ),
    ]),
  );
  const bar = tabs(page, panels);
  const gallery = new Gallery(page, editor);
  const keys = makeKeys();
  document.body.replaceChildren(
    header(page, note, gallery, keys),
    note, h("main", {}, bar.element, ...panels.values()),
    gallery.element,
    keys,
  );
  bar.show(page.state.view);
  new Course(page);
  page.listen((change) => {
    if (change === "opened") bar.show(page.state.view);
    showStale(page, panels);
  });
  try {
    page.colours = await page.ask<Colours>("colours");
    useColours(page);
    await page.load();
  } catch (error) {
    note.hidden = false;
    note.textContent = reason(error);
  }
}

void start();
