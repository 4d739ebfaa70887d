// The keys that the page knows, listed under "?".
import { button, h } from "../dom";

const keys: [string, string, string][] = [
  ["Everywhere", "?", "this list, outside of fields"],
  ["Everywhere", "Tab, Shift-Tab", "on and back, out of the editor too"],
  ["Everywhere", "Alt-Left, Alt-Right", "back and forward through views, positions and games"],
  ["Views", "Left, Right", "another view, where the name of one is chosen"],
  ["Editor", "Ctrl-Space", "words of the rule language"],
  ["Editor", "Ctrl-] and Ctrl-[", "indent more, or less"],
  ["Editor", "Ctrl-Z, Ctrl-Y", "undo, redo"],
  ["Editor", "Ctrl-Shift-[ and ]", "fold, unfold"],
  ["Map", "arrow keys", "another position, with arrows to its options"],
  ["Map", "Enter", "the other views look at this position"],
  ["Map", "+ and -", "nearer, farther"],
  ["Play", "Tab, Enter", "the moves on the board, one after the other; make one"],
];

export function makeKeys(): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { class: "keys", "aria-label": "Keys" },
    h("div", { class: "toolbar" }, h("h2", {}, "Keys"), button("Close", () => dialog.close())),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", {}, "where"), h("th", {}, "key"), h("th", {}, "what it does"))),
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
