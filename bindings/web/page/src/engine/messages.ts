// What the page and its worker say to each other.

export type ToWorker = { kind: "start"; module: WebAssembly.Module } | { kind: "ask"; id: number; request: string };

export type FromWorker =
  | { kind: "answer"; id: number; text: string; cells: Uint32Array }
  | { kind: "progress"; id: number; doing: string; done: number; total: number }
  | { kind: "failure"; id: number; message: string };
