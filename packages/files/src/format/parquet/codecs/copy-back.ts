/**
 * Repeats bytes that were written a distance before: how Snappy, LZ4 and Zstandard say the same
 * again. Returns where it ends. Throws an Error where that is outside the output, before `from` or
 * behind its end.
 */
export function copyBack(output: Uint8Array, at: number, distance: number, length: number, from = 0): number {
  const end = at + length;
  if (end > output.length) throw tooMuch();
  if (distance < 1 || distance > at - from) throw new Error("the packed data refer to bytes before their start");
  if (distance >= length && length > 16) output.copyWithin(at, at - distance, end - distance);
  else for (let i = at; i < end; i++) output[i] = output[i - distance];
  return end;
}

export function tooMuch(): Error {
  return new Error("the packed data hold more than they say");
}
