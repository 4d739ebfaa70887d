// Bouton in a page, in a worker of one, and in what a bundler makes.
import { setParts } from "./lib/library.js";
import { parts } from "./lib/platform_web.js";

setParts(parts);

export * from "./lib/library.js";
