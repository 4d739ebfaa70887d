// Bouton for code that requires it: the functions are there at once, all else once `load()` has come to an end.
"use strict";

const load = () => import("./node.js");

module.exports = {
  load,
  game: async (...words) => (await load()).game(...words),
  games: async (...words) => (await load()).games(...words),
  survey: async (...words) => (await load()).survey(...words),
};
