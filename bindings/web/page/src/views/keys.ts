// The keys that the page knows, listed under "?".
import { button, h } from "../dom";
import { say } from "../words";

const keys: [string, string, string][] = [
  [say("keys.everywhere"), "?", say("keys.this")],
  [say("keys.everywhere"), "Tab, Shift-Tab", say("keys.tab")],
  [say("keys.everywhere"), "Alt-Left, Alt-Right", say("keys.history")],
  [say("views"), "Left, Right", say("keys.arrows")],
  [say("view.rules"), "Ctrl-Space", say("keys.words")],
  [say("view.rules"), "Ctrl-], Ctrl-[", say("keys.indent")],
  [say("view.rules"), "Ctrl-Z, Ctrl-Y", say("keys.undo")],
  [say("view.rules"), "Ctrl-Shift-[, Ctrl-Shift-]", say("keys.fold")],
  [say("view.map"), say("keys.arrow"), say("keys.map.arrows")],
  [say("view.map"), "Enter", say("keys.map.enter")],
  [say("view.map"), "+, -", say("keys.map.zoom")],
  [say("view.play"), "Tab, Enter", say("keys.play")],
];

export function makeKeys(): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { class: "keys", "aria-label": say("keys.title") },
    h("div", { class: "toolbar" }, h("h2", {}, say("keys.title")), button(say("gallery.close"), () => dialog.close())),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", {}, say("keys.where")), h("th", {}, say("keys.key")), h("th", {}, say("keys.what")))),
      h("tbody", {}, ...keys.map(([where, key, what]) => h("tr", {}, h("td", {}, where), h("td", {}, h("kbd", {}, key)), h("td", {}, what)))),
    ),
  );
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable=true]");
    if (event.key !== "?" || typing || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    dialog.showModal();
  });
  return dialog;
}
