import { InputError } from "@bagwise/core/base";
import type { EngineTrouble } from "./types.js";

/** An error in words. What is no InputError is a fault of ours, and says so. */
export function troubleOf(error: unknown): EngineTrouble {
  if (error instanceof InputError) return { code: error.code, message: error.message, remedy: error.remedy };
  const message = error instanceof Error ? error.message : String(error);
  return { code: "fault", message, remedy: "This is a fault of bagwise. Please report it, with what you did." };
}

/** What the engine throws. No Error, because only plain data crosses to the page whole. */
export class Told {
  constructor(readonly trouble: EngineTrouble) {}
}
