import type { Kernel } from "./kernel.js";
import { noMemory } from "./shapes.js";
import { SIMD_BINARY } from "./simd-binary.generated.js";

const PAGE = 65536;

type Exports = Omit<Kernel, "name" | "resident" | "workspace"> & { readonly memory: WebAssembly.Memory };

/**
 * The kernel in WebAssembly SIMD (`assembly/kernel.ts`), or `undefined` where the engine has no SIMD or a page's
 * content security policy forbids WebAssembly. Compiled synchronously: with less than 4 KB every main thread allows that.
 */
export function simdKernel(): Kernel | undefined {
  const exports = instantiate();
  if (exports === undefined) return undefined;
  const { memory, packRows, packColumns, multiply, factor, forward, backward } = exports;
  let view = new Float64Array(memory.buffer);
  return {
    name: "simd",
    resident: undefined,
    workspace(length) {
      if (view.length < length) {
        grow(memory, length);
        view = new Float64Array(memory.buffer);
      }
      return view;
    },
    packRows,
    packColumns,
    multiply,
    factor,
    forward,
    backward,
  };
}

function instantiate(): Exports | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  const binary = Uint8Array.from(atob(SIMD_BINARY), (character) => character.charCodeAt(0));
  if (!WebAssembly.validate(binary)) return undefined;
  try {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(binary));
    return instance.exports as unknown as Exports;
  } catch {
    return undefined;
  }
}

function grow(memory: WebAssembly.Memory, length: number): void {
  try {
    memory.grow(Math.ceil((8 * length - memory.buffer.byteLength) / PAGE));
  } catch {
    noMemory(length);
  }
}
