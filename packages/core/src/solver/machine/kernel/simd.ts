import { instantiate } from "../../../base/wasm.js";
import { noMemory } from "../../../linalg/shapes.js";
import { MACHINE_BINARY } from "./binary.generated.js";
import type { MachineKernel } from "./layout.js";

const PAGE = 65536;

type Exports = Pick<MachineKernel, "pairSteps" | "missing" | "addExtracted"> & { readonly memory: WebAssembly.Memory };

/** The loops in WebAssembly SIMD (`assembly/machine.ts`); undefined if the engine has none. */
export function simdKernel(): MachineKernel | undefined {
  const exports = instantiate(MACHINE_BINARY) as Exports | undefined;
  if (exports === undefined) return undefined;
  const { memory, ...operations } = exports;
  let view = new Float64Array(memory.buffer);
  return {
    name: "simd",
    workspace(length) {
      if (view.length < length) {
        try {
          memory.grow(Math.ceil((8 * length - memory.buffer.byteLength) / PAGE));
        } catch {
          noMemory(length);
        }
        view = new Float64Array(memory.buffer);
      }
      return view;
    },
    ...operations,
  };
}
