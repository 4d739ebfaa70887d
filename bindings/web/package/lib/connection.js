// One worker with the engine in it, and the questions that wait for it.
import { BoutonError, errorOf, LimitError, RequestError } from "./errors.js";

/** What a signal that is aborted gives as its reason, also where it is too old to have one. */
function reasonOf(signal) {
  return signal.reason ?? new DOMException("This operation was aborted", "AbortError");
}

/**
 * Questions are answered one after the other, in their order. One that is aborted while it is worked on ends its worker, and the
 * next question gets a new one: what was found out is then found again, and nothing else is lost.
 */
export class Connection {
  /** Hears of work that takes long, and null at its end. */
  onProgress;
  #parts;
  #limits;
  #worker;
  #waiting = [];
  #current;
  #closed = false;

  /** `parts`: where worker, engine and rules come from, as in Parts of bouton.d.ts. `limits`: a request of the verb "limits". */
  constructor(parts, limits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  get busy() {
    return this.#current !== undefined || this.#waiting.length > 0;
  }

  /** Begins to load, so that the first question does not have to wait for it. */
  warm() {
    this.#ready().catch(() => {}); // the first question will hear of it
  }

  ask(verb, request = {}, { signal, progress } = {}) {
    if (this.#closed) return Promise.reject(new RequestError("this Bouton is closed"));
    if (signal?.aborted) return Promise.reject(reasonOf(signal));
    return new Promise((resolve, reject) => {
      const question = { text: JSON.stringify({ verb, ...request }), resolve, reject, progress, settle: undefined };
      const onAbort = () => this.#abort(question, reasonOf(signal));
      question.settle = () => signal?.removeEventListener("abort", onAbort);
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(question);
      this.#next();
    });
  }

  /** Ends whatever is worked on or waits, at once; `reason` is what the promises are rejected with. */
  cancel(reason = new DOMException("cancelled", "AbortError")) {
    const ended = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#waiting = [];
    if (this.#current) this.#dropWorker();
    for (const question of ended) this.#reject(question, reason);
  }

  close() {
    this.cancel();
    this.#dropWorker();
    this.#closed = true;
  }

  #abort(question, reason) {
    if (question === this.#current) this.#dropWorker();
    else this.#waiting = this.#waiting.filter((other) => other !== question);
    this.#reject(question, reason);
    this.#next();
  }

  #reject(question, error) {
    question.settle();
    question.reject(error);
  }

  #dropWorker() {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#current = undefined;
    worker?.then(
      (one) => one.terminate(),
      () => {},
    );
    this.onProgress?.(null);
  }

  #ready() {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  async #start() {
    const [worker, engine, rules] = await Promise.all([this.#parts.worker(), this.#parts.engine(), this.#parts.rules()]);
    worker.postMessage({ kind: "start", engine });
    const sources = [JSON.stringify({ verb: "sources", sources: rules })];
    if (this.#limits) sources.push(JSON.stringify({ verb: "limits", ...this.#limits }));
    for (const text of sources) worker.postMessage({ kind: "ask", text, quiet: true });
    worker.unref?.();
    return worker;
  }

  async #next() {
    if (this.#current || this.#waiting.length === 0) return;
    const question = this.#waiting.shift();
    this.#current = question;
    let worker;
    try {
      worker = await this.#ready();
    } catch (error) {
      if (this.#current === question) {
        this.#dropWorker();
        this.#reject(question, error);
        this.#next();
      }
      return;
    }
    if (this.#current !== question) return; // it was aborted meanwhile
    worker.onmessage = (event) => this.#hear(question, event.data);
    worker.onerror = (event) => this.#fail(question, new BoutonError("internal", event.message ?? String(event)));
    worker.ref?.();
    worker.postMessage({ kind: "ask", text: question.text });
  }

  #fail(question, error) {
    if (this.#current !== question) return;
    this.#dropWorker();
    this.#reject(question, error);
    this.#next();
  }

  #hear(question, message) {
    if (this.#current !== question) return;
    if (message.kind === "progress") {
      const { doing, done, total } = message;
      question.progress?.({ doing, done, total });
      this.onProgress?.({ doing, done, total });
      return;
    }
    if (message.kind === "failure") {
      // The program has ended, as one does that has no memory, or no stack, left.
      this.#fail(question, new LimitError("memory", message.message, null, null));
      return;
    }
    this.#current = undefined;
    this.#worker?.then((worker) => worker.unref?.());
    this.onProgress?.(null);
    question.settle();
    const { answer, error } = JSON.parse(message.text);
    if (error) question.reject(errorOf(error));
    else question.resolve({ answer, cells: message.cells });
    this.#next();
  }
}
