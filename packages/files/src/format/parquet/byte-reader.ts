/**
 * Reads a piece of a binary file from front to back. Every read past the end throws an Error, so
 * that a damaged length can neither hang nor allocate more than there are bytes.
 */
export class ByteReader {
  at = 0;
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw endsEarly();
    return this.bytes[this.at++];
  }

  uint32(): number {
    const from = this.skip(4);
    return this.view.getUint32(from, true);
  }

  /** A double, least significant byte first. */
  double(): number {
    return this.view.getFloat64(this.skip(8), true);
  }

  /** The next bytes, not copied. */
  take(length: number): Uint8Array {
    const from = this.skip(length);
    return this.bytes.subarray(from, from + length);
  }

  /** An unsigned number of 7 bits a byte, the lowest first. Inexact above 2^53. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new Error("a number does not end");
  }

  /** The same with all 64 bits. */
  bigVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new Error("a number does not end");
  }

  /** A signed number: 0, -1, 1, -2, 2, ... are stored as 0, 1, 2, 3, 4, ... */
  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** The same with all 64 bits. */
  bigZigzag(): bigint {
    const value = this.bigVarint();
    return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
  }

  /** Moves on, and returns where it was. */
  private skip(length: number): number {
    if (!(length >= 0 && length <= this.left)) throw endsEarly();
    const from = this.at;
    this.at += length;
    return from;
  }
}

function endsEarly(): Error {
  return new Error("the data end too early");
}

/** A float of 16 bits: 5 bits of exponent, 10 of fraction. */
export function half(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Bytes as hexadecimal digits. */
export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
