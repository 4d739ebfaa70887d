// The engine, as the page sees it: questions that are promises, progress, and an end to work that takes too long.
import { engineModule, newWorker, theLibrary } from "./assets";
import type { FromWorker, ToWorker } from "./messages";

/** The engine's word that something is wrong. */
export class EngineError extends Error {
  constructor(
    readonly kind: string,
    message: string,
    readonly line: number | null,
  ) {
    super(message.replaceAll("<memory>/", ""));
  }
}

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

export interface Progress {
  doing: string;
  done: number;
  total: number;
}

interface Waiting {
  resolve(answered: Answered<unknown>): void;
  reject(error: Error): void;
}

/** One worker. What it is asked is answered in the order of the questions. */
export class Engine {
  onProgress: ((progress: Progress | null) => void) | undefined;
  private worker: Promise<Worker> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;

  /** Whether something is being worked on. */
  get busy(): boolean {
    return this.waiting.size > 0;
  }

  /** Begins to load, so that the first question does not have to wait for it. */
  warm(): void {
    void this.ready();
  }

  async ask<T>(verb: string, request: object = {}): Promise<Answered<T>> {
    const id = this.next++;
    const answered = new Promise<Answered<unknown>>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const starting = this.ready();
    try {
      const worker = await starting;
      if (this.waiting.has(id)) this.post(worker, { kind: "ask", id, request: JSON.stringify({ verb, ...request }) });
    } catch (error) {
      this.settle(id, (waiting) => waiting.reject(error as Error));
    }
    return answered as Promise<Answered<T>>;
  }

  /** Ends whatever is being worked on, at once: the worker goes, and the next question gets a new one. */
  cancel(): void {
    void this.worker?.then((worker) => worker.terminate());
    this.worker = undefined;
    const ended = [...this.waiting.values()];
    this.waiting.clear();
    this.onProgress?.(null);
    for (const waiting of ended) waiting.reject(new Cancelled());
    this.warm();
  }

  private post(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  private ready(): Promise<Worker> {
    this.worker ??= this.start();
    return this.worker;
  }

  private async start(): Promise<Worker> {
    const [worker, module, library] = await Promise.all([newWorker(), engineModule(), theLibrary()]);
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    worker.onerror = (event) => this.fail(event.message);
    this.post(worker, { kind: "start", module });
    this.post(worker, { kind: "ask", id: 0, request: JSON.stringify({ verb: "sources", sources: library.rules }) });
    return worker;
  }

  private fail(message: string): void {
    for (const id of [...this.waiting.keys()])
      this.settle(id, (waiting) => waiting.reject(new EngineError("internal", message, null)));
  }

  private settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) how(waiting);
  }

  private hear(message: FromWorker): void {
    if (message.kind === "progress") {
      this.onProgress?.(message);
      return;
    }
    this.onProgress?.(null);
    if (message.kind === "failure") {
      // The program has ended, as one does that has no memory left.
      this.settle(message.id, (waiting) => waiting.reject(new EngineError("memory", message.message, null)));
      this.cancel();
      return;
    }
    const { answer, error } = JSON.parse(message.text) as {
      answer?: unknown;
      error?: { kind: string; message: string; line: number | null };
    };
    this.settle(message.id, (waiting) => {
      if (error) waiting.reject(new EngineError(error.kind, error.message, error.line));
      else waiting.resolve({ answer, cells: message.cells });
    });
  }
}
