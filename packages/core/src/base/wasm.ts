/** Compiled modules by their binary, so that further instances cost little. */
const modules = new Map<string, WebAssembly.Module>();

/**
 * An instance of an embedded WebAssembly module. Undefined if the engine lacks what it needs, or if
 * a page's content security policy forbids WebAssembly. Compiled synchronously, which every main
 * thread allows below 4 KB, and only once.
 */
export function instantiate(base64: string): WebAssembly.Exports | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  try {
    const module = modules.get(base64) ?? compiled(base64);
    if (module === undefined) return undefined;
    modules.set(base64, module);
    return new WebAssembly.Instance(module).exports;
  } catch {
    return undefined;
  }
}

function compiled(base64: string): WebAssembly.Module | undefined {
  const binary = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return WebAssembly.validate(binary) ? new WebAssembly.Module(binary) : undefined;
}
