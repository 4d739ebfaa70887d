// What a guide does in the browser: it searches all guides, and has the colours of the studio.

/** A part of a guide, as the builder writes it (guides.mjs). */
interface Section {
  /** The page's file and the anchor in it. */
  address: string;
  guide: string;
  heading: string;
  text: string;
}

const MOST = 12;
const AROUND = 70;

try {
  document.documentElement.dataset["theme"] = localStorage.getItem("bouton-theme") ?? "auto";
} catch {
  // The usual colours stay.
}

let sections: Promise<Section[]> | undefined;

function allSections(): Promise<Section[]> {
  sections ??= fetch("search.json").then((response) => response.json() as Promise<Section[]>);
  return sections;
}

/** How well a section answers: 0 for not at all; headings count most. */
function rank(section: Section, words: string[]): number {
  const heading = `${section.guide} ${section.heading}`.toLowerCase();
  const text = section.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inHeading = heading.includes(word);
    if (!inHeading && !text.includes(word)) return 0;
    sum += inHeading ? 10 : 1;
  }
  return sum;
}

function excerpt(text: string, words: string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)), 0);
  const from = Number.isFinite(at) ? Math.max(at - AROUND, 0) : 0;
  return (from > 0 ? "... " : "") + text.slice(from, from + 2 * AROUND + 20) + (text.length > from + 2 * AROUND + 20 ? " ..." : "");
}

function result(section: Section, words: string[]): HTMLElement {
  const link = document.createElement("a");
  link.href = section.address;
  link.textContent = section.heading === section.guide ? section.guide : `${section.guide}: ${section.heading}`;
  const text = document.createElement("p");
  text.textContent = excerpt(section.text, words);
  const item = document.createElement("li");
  item.append(link, text);
  return item;
}

async function find(field: HTMLInputElement, list: HTMLElement, note: HTMLElement): Promise<void> {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.hidden = words.length === 0;
  note.textContent = "";
  if (words.length === 0) return;
  const ranked = (await allSections())
    .map((section) => ({ section, value: rank(section, words) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  if (words.join() !== field.value.toLowerCase().split(/\s+/).filter(Boolean).join()) return; // somebody has typed on
  note.textContent = ranked.length === 0 ? "Nothing was found." : ranked.length > MOST ? `The first ${MOST} of ${ranked.length}:` : "";
  list.replaceChildren(...ranked.slice(0, MOST).map(({ section }) => result(section, words)));
}

const field = document.querySelector<HTMLInputElement>("#search");
const list = document.querySelector<HTMLElement>("#found");
const note = document.querySelector<HTMLElement>("#found-note");
if (field && list && note) {
  field.addEventListener("input", () => void find(field, list, note));
  list.addEventListener("click", () => (field.value = "") || ((list.hidden = true), (note.textContent = "")));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      list.hidden = true;
      note.textContent = "";
    }
    if (event.key !== "/" || document.activeElement === field) return;
    event.preventDefault();
    field.focus();
  });
}
