import { crc32 } from "../base/crc32.js";

const keys = new WeakMap<object, string>();

/**
 * A short name of plain data, by its content: the same for equal data, otherwise different. Computed once for each
 * object, because the content may be a hundred thousand numbers.
 */
export function shortKey(owner: object, content: () => unknown): string {
  const found = keys.get(owner);
  if (found !== undefined) return found;
  const bytes = new TextEncoder().encode(JSON.stringify(content()));
  const key = crc32(bytes).toString(16).padStart(8, "0");
  keys.set(owner, key);
  return key;
}
