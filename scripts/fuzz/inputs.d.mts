/** A file, or something that makes one, to change. */
interface Seed {
  readonly name: string;
}
export function loadAll(ending: string): Promise<{ readonly library: object; readonly seeds: readonly Seed[] }>;
export function input(
  seed: number,
  number: number,
  seeds: readonly Seed[],
  library: object,
): { readonly name: string; readonly bytes: Uint8Array };
