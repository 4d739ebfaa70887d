// Bouton for code that requires it.
type Library = typeof import("./bouton.js", { with: { "resolution-mode": "import" } });

/** All of the library. */
export function load(): Promise<Library>;
export const game: Library["game"];
export const games: Library["games"];
export const survey: Library["survey"];
