// What goes wrong, as exceptions.

/** Something is wrong. `kind` says what: "request", "rule", "limit", "memory" or "internal". */
export class BoutonError extends Error {
  constructor(kind, message, file = null, line = null) {
    super(message);
    this.name = "BoutonError";
    this.kind = kind;
    this.file = file;
    this.line = line;
  }
}

/** The question cannot be asked: no such game, a position outside the game, ... */
export class RequestError extends BoutonError {
  constructor(message) {
    super("request", message);
    this.name = "RequestError";
  }
}

/** A rule file is wrong: `file` and `line` say where. */
export class RuleError extends BoutonError {
  constructor(message, file, line) {
    super("rule", message, file, line);
    this.name = "RuleError";
  }
}

/** A limit was reached before the answer: memory, or the time of a rule's function. */
export class LimitError extends BoutonError {
  constructor(kind, message, file, line) {
    super(kind, message, file, line);
    this.name = "LimitError";
  }
}

/** Rule files in memory are named as their game is. */
function named(text) {
  return text.replaceAll("<memory>/", "");
}

/** The exception for an error as the engine tells it (bindings/web/answer.h). */
export function errorOf({ kind, message, file, line }) {
  const shown = named(message);
  const where = file === null ? null : named(file);
  if (kind === "request") return new RequestError(shown);
  if (kind === "rule") return new RuleError(shown, where, line);
  if (kind === "limit" || kind === "memory") return new LimitError(kind, shown, where, line);
  return new BoutonError(kind, shown, where, line);
}
