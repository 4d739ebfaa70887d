// The program that the web's compiler makes of bindings/web.
declare module "bouton-engine" {
  export interface BoutonProgram {
    HEAPU32: Uint32Array;
    _malloc(size: number): number;
    _free(at: number): void;
    _bouton_web_answer(request: number): number;
    _bouton_web_cells(): number;
    _bouton_web_cell_count(): number;
    UTF8ToString(at: number): string;
    stringToUTF8(text: string, at: number, size: number): void;
    lengthBytesUTF8(text: string): number;
  }
  type Ready = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;
  export default function createBouton(options: {
    onProgress(doing: string, done: number, total: number): void;
    instantiateWasm(imports: WebAssembly.Imports, done: Ready): object;
  }): Promise<BoutonProgram>;
}
