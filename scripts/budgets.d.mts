export function sourceFigures(): Record<string, number>;
export function packedFigures(
  tarballs: readonly { name: string; files: number; unpackedSize: number }[],
): Record<string, number>;
