/**
 * An instance of an embedded WebAssembly module. Undefined if the engine lacks what it needs, or if
 * a page's content security policy forbids WebAssembly. Compiled synchronously, which every main
 * thread allows below 4 KB.
 */
export function instantiate(base64: string): WebAssembly.Exports | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  const binary = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (!WebAssembly.validate(binary)) return undefined;
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(binary)).exports;
  } catch {
    return undefined;
  }
}
