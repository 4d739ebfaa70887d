// The engine, as the page sees it: the npm package's, with parts that may lie in the page itself.
import { Bouton, type Progress } from "bouton/library";

import { engineModule, newWorker, theLibrary } from "./assets";

export type { Progress };
/** The engine's word that something is wrong. */
export { BoutonError as EngineError } from "bouton/library";

/** Work that was ended by cancel(). */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

export interface Answered<T> {
  answer: T;
  cells: Uint32Array;
}

/** One worker. What it is asked is answered in the order of the questions. */
export class Engine {
  private readonly bouton = new Bouton({
    parts: { worker: newWorker, engine: engineModule, rules: async () => (await theLibrary()).rules },
  });

  get onProgress(): ((progress: Progress | null) => void) | undefined {
    return this.bouton.onProgress;
  }
  set onProgress(listener: ((progress: Progress | null) => void) | undefined) {
    this.bouton.onProgress = listener;
  }

  /** Whether something is being worked on. */
  get busy(): boolean {
    return this.bouton.busy;
  }

  /** Begins to load, so that the first question does not have to wait for it. */
  warm(): void {
    this.bouton.warm();
  }

  ask<T>(verb: string, request: object = {}): Promise<Answered<T>> {
    return this.bouton.ask<T>(verb, request);
  }

  /** Ends whatever is being worked on, at once: the worker goes, and the next question gets a new one. */
  cancel(): void {
    this.bouton.cancel(new Cancelled());
    this.warm();
  }
}
