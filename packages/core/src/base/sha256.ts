import { InputError } from "./errors.js";

/** The SHA-256 digest of some bytes. Throws an InputError on a page without Web Crypto. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new InputError({
      code: "no-web-crypto",
      message: "this page has no Web Crypto, which hashing needs",
      remedy: "Serve the page over https or from localhost.",
    });
  }
  return new Uint8Array(await subtle.digest("SHA-256", bytes));
}

/** Bytes as hexadecimal digits, two for each. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
