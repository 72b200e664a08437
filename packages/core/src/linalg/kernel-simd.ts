import { instantiate } from "../base/wasm.js";
import type { ProductKernel } from "./kernel.js";
import { noMemory } from "./shapes.js";
import { SIMD_BINARY } from "./simd-binary.generated.js";

const PAGE = 65536;

type Exports = Omit<ProductKernel, "name" | "resident" | "workspace"> & { readonly memory: WebAssembly.Memory };

/**
 * The kernel in WebAssembly SIMD (`assembly/kernel.ts`), or `undefined` if the engine has no SIMD
 * or the page's content security policy blocks WebAssembly. See `instantiate`.
 */
export function simdKernel(): ProductKernel | undefined {
  const exports = instantiate(SIMD_BINARY) as Exports | undefined;
  if (exports === undefined) return undefined;
  const { memory, ...operations } = exports;
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
    ...operations,
  };
}

function grow(memory: WebAssembly.Memory, length: number): void {
  try {
    memory.grow(Math.ceil((8 * length - memory.buffer.byteLength) / PAGE));
  } catch {
    noMemory(length);
  }
}
