/**
 * An instance of an embedded WebAssembly module, or undefined where the engine lacks what it needs
 * or a page's content security policy forbids WebAssembly. Compiled synchronously: every main
 * thread allows that below 4 KB.
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
