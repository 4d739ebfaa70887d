// A view that waits for the engine: says how far it is, lets the person end it, and says what went wrong.
import { button, h } from "../dom";
import { Cancelled, EngineError } from "../engine/client";
import type { Page } from "../page";
import { reason } from "../page";
import { say } from "../words";

export class Work {
  readonly element: HTMLElement;
  private readonly text = h("span", {});
  private readonly bar = h("progress", { max: 1, "aria-label": say("work.bar") });
  private running = 0;

  constructor(private readonly page: Page) {
    this.element = h(
      "div",
      { class: "work", role: "status", hidden: true },
      this.bar,
      this.text,
      button(say("work.stop"), () => page.slow.cancel(), { class: "stop" }),
    );
  }

  /** Runs `task`, of which only the last counts; nothing where it was ended or something was wrong, which is said. */
  async run<T>(task: () => Promise<T>): Promise<T | null> {
    const mine = ++this.running;
    this.show("", false);
    const slow = setTimeout(() => this.show(say("work.working"), true), 250);
    this.mark(false);
    const before = this.page.slow.onProgress;
    this.page.slow.onProgress = (progress) => {
      if (!progress || mine !== this.running) return;
      const { doing, done, total } = progress;
      this.show(
        total > 0 ? say("work.part", { doing, done, total }) : say("work.done", { doing, done }),
        true,
        total > 0 ? done / total : undefined,
      );
    };
    try {
      const found = await task();
      if (mine === this.running) this.show("", false);
      return mine === this.running ? found : null;
    } catch (error) {
      if (mine === this.running) {
        this.mark(true);
        if (this.isOfRules(error)) {
          this.page.fail(error);
          this.show(say("work.rules", { line: error.line ?? 0 }), false, undefined, true);
          return null;
        }
        const text = error instanceof Cancelled ? say("work.stopped") : this.said(error);
        this.show(text, false, undefined, !(error instanceof Cancelled));
      }
      return null;
    } finally {
      clearTimeout(slow);
      this.page.slow.onProgress = before;
    }
  }

  /** Why there is no answer. An engine that broke off is begun anew. */
  private said(error: unknown): string {
    const text = reason(error);
    if (!/^RuntimeError|unreachable/.test(text)) return text;
    this.page.slow.cancel();
    return say("work.broke");
  }

  private isOfRules(error: unknown): error is EngineError {
    return error instanceof EngineError && error.line !== null;
  }

  /** Whether what stands in the view is not an answer to what was asked last. */
  private mark(old: boolean): void {
    this.element.parentElement?.classList.toggle("old", old);
  }

  private show(text: string, working: boolean, part?: number, failed = false): void {
    this.element.hidden = !text && !working;
    this.element.classList.toggle("working", working);
    this.element.parentElement?.classList.toggle("working", working);
    this.element.classList.toggle("error", failed);
    this.text.textContent = text;
    if (part === undefined) this.bar.removeAttribute("value");
    else this.bar.value = part;
  }
}
