export function fuzzSessions(
  from: (path: string) => Promise<unknown>,
  options: { readonly seed: number; readonly inputs: number },
): Promise<{ readonly seeds: number; readonly found: readonly object[] }>;
