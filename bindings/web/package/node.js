// Bouton in Node.
import { setParts } from "./lib/library.js";
import { parts } from "./lib/platform_node.js";

setParts(parts);

export * from "./lib/library.js";
