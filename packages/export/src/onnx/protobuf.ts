/** The little of protobuf that an ONNX file needs: pieces of bytes, so that large tensors are not copied often. */
export type Pieces = readonly Uint8Array[];

export function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  // Negative numbers take ten bytes, as two's complement of 64 bits.
  if (rest < 0) {
    let big = BigInt.asUintN(64, BigInt(rest));
    for (; big > 127n; big >>= 7n) bytes.push(Number(big & 127n) | 128);
    return Uint8Array.from([...bytes, Number(big)]);
  }
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.from([...bytes, rest]);
}

/** A whole number. */
export function int(field: number, value: number): Pieces {
  return [varint(8 * field), varint(value)];
}

/** Bytes, or a message inside of a message. */
export function bytes(field: number, content: Pieces): Pieces {
  const length = content.reduce((sum, piece) => sum + piece.length, 0);
  return [varint(8 * field + 2), varint(length), ...content];
}

export function text(field: number, value: string): Pieces {
  return bytes(field, [new TextEncoder().encode(value)]);
}

/** All pieces as one. */
export function whole(pieces: Pieces): Uint8Array {
  const result = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}
