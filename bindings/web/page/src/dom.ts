// Elements made by name. Every text becomes a text node: nothing that a rule says is ever read as markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

function apply(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as unknown as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** An HTML element; functions among the attributes are listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  apply(element, attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  apply(element, attributes);
  element.append(...children);
  return element;
}

export function button(text: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click, ...attributes }, text);
}

/** A choice among values, each with what people read. */
export function choice<T extends string>(
  label: string,
  options: [T, string][],
  value: T,
  changed: (value: T) => void,
): HTMLLabelElement {
  const select = h("select", { change: () => changed(select.value as T) });
  for (const [key, text] of options) select.append(h("option", { value: key, selected: key === value }, text));
  select.value = value;
  return h("label", { class: "field" }, h("span", {}, label), select);
}

export function field(label: string, input: HTMLElement, title?: string): HTMLLabelElement {
  return h("label", { class: "field", title }, h("span", {}, label), input);
}

/** Draws anew what stands in `root`, and leads the keyboard back to what has the same name there, where several have it, to the one in the same place. */
export function redrawn(root: Element, draw: () => void): void {
  const here = document.activeElement;
  const nameOf = (element: Element): string =>
    element.getAttribute("aria-label") ?? element.closest("label")?.firstChild?.textContent ?? element.textContent ?? "";
  const named = (name: string): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>("button, select, input, summary, [tabindex]")].filter((element) => nameOf(element) === name);
  const name = here && root.contains(here) ? nameOf(here) : null;
  const at = name === null ? -1 : named(name).findIndex((element) => element === here);
  draw();
  const same = name !== null && at >= 0 && document.activeElement !== here ? named(name)[at] : undefined;
  same?.focus({ preventScroll: true });
  if (here instanceof HTMLInputElement && same instanceof HTMLInputElement && here.selectionStart !== null)
    same.setSelectionRange(here.selectionStart, here.selectionEnd);
}

/** Calls `act` once nothing has happened for so long. */
export function debounced(milliseconds: number | (() => number), act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, typeof milliseconds === "number" ? milliseconds : milliseconds());
  };
}

/** Hands a file to the person. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
