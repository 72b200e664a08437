/**
 * Unix `compress`, written apart from the reader: codes go into one long list of bits, and the
 * filling after a change of width is added where the original program flushes its buffer of eight
 * codes. `clearEvery` empties the table after so many bytes, as the program does when the ratio
 * falls. `gzip -d` reads what it writes.
 */
export function makeCompressed(
  input: Uint8Array,
  { maxWidth = 16, clearEvery = Number.POSITIVE_INFINITY }: { maxWidth?: number; clearEvery?: number } = {},
): Uint8Array {
  const bits: number[] = [];
  let width = 9;
  let inGroup = 0;
  let table = new Map<string, number>();
  let next = 257;
  const emit = (code: number) => {
    for (let k = 0; k < width; k++) bits.push((code >> k) & 1);
    inGroup = (inGroup + 1) % 8;
  };
  const fill = () => {
    while (inGroup !== 0) emit(0);
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text));
  let current = "";
  input.forEach((byte, at) => {
    const letter = String.fromCharCode(byte);
    if (current !== "" && codeOf(current + letter) === undefined) {
      emit(codeOf(current) ?? 0);
      if (next < 2 ** maxWidth) table.set(current + letter, next++);
      // The reader's table is one entry behind, so the codes widen one entry after they need to.
      if (next > 2 ** width && width < maxWidth) {
        fill();
        width++;
      }
      current = letter;
      if (at % clearEvery === clearEvery - 1) {
        emit(256);
        fill();
        width = 9;
        table = new Map();
        next = 257;
      }
    } else current += letter;
  });
  if (current !== "") emit(codeOf(current) ?? 0);
  const bytes = new Uint8Array(3 + Math.ceil(bits.length / 8));
  bytes.set([0x1f, 0x9d, 0x80 | maxWidth]);
  bits.forEach((bit, k) => {
    bytes[3 + (k >> 3)] |= bit << (k & 7);
  });
  return bytes;
}
