/** A value of a field of a table. */
export type FlatField =
  | { readonly byte: number }
  | { readonly short: number }
  | { readonly int: number }
  | { readonly long: number }
  | { readonly text: string }
  | { readonly table: FlatFields }
  | { readonly tables: readonly FlatFields[] }
  /** Records of 64-bit numbers, all in one list. */
  | { readonly longs: readonly number[]; readonly each: number };

/** The fields of a table by their numbers; those left out have their defaults. */
export type FlatFields = Readonly<Record<number, FlatField>>;

/**
 * A FlatBuffer (https://flatbuffers.dev/internals) with this table: each table is followed by what
 * it refers to, and every number is where its size divides its place. Its length is a multiple of 8.
 */
export function flatBuffer(root: FlatFields): Uint8Array {
  const writer = new Writer();
  writer.reference(writer.reserve(4), () => writer.table(root));
  return writer.bytes();
}

class Writer {
  private data = new Uint8Array(1024);
  private view = new DataView(this.data.buffer);
  private end = 0;

  bytes(): Uint8Array {
    this.align(8, 0);
    return this.data.slice(0, this.end);
  }

  /** Room for some bytes; returns where it is. */
  reserve(length: number): number {
    const at = this.end;
    this.end += length;
    if (this.end > this.data.length) {
      const larger = new Uint8Array(2 * this.end);
      larger.set(this.data);
      this.data = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }

  /** Lets the four bytes here point to what is written next. */
  reference(at: number, write: () => number): void {
    const target = write();
    this.view.setUint32(at, target - at, true);
  }

  table(fields: FlatFields): number {
    const list = Object.entries(fields).map(([number, value]) => ({ number: Number(number), value }));
    const count = list.reduce((most, { number }) => Math.max(most, number + 1), 0);
    // Large values first, right behind the four bytes at the start, so that all are aligned.
    const sorted = list.toSorted((a, b) => sizeOf(b.value) - sizeOf(a.value));
    const length = 4 + sorted.reduce((sum, { value }) => sum + sizeOf(value), 0);
    this.align(2, 0);
    const offsets = this.reserve(4 + 2 * count);
    this.align(8, 4);
    const at = this.reserve(length);
    this.view.setUint16(offsets, 4 + 2 * count, true);
    this.view.setUint16(offsets + 2, length, true);
    this.view.setInt32(at, at - offsets, true);
    let place = at + 4;
    const later: (() => void)[] = [];
    for (const { number, value } of sorted) {
      this.view.setUint16(offsets + 4 + 2 * number, place - at, true);
      const here = place;
      if ("byte" in value) this.view.setUint8(here, value.byte);
      else if ("short" in value) this.view.setInt16(here, value.short, true);
      else if ("int" in value) this.view.setInt32(here, value.int, true);
      else if ("long" in value) this.view.setBigInt64(here, BigInt(value.long), true);
      else later.push(() => this.reference(here, () => this.referred(value)));
      place += sizeOf(value);
    }
    for (const write of later) write();
    return at;
  }

  private referred(
    value: Exclude<FlatField, { byte: number } | { short: number } | { int: number } | { long: number }>,
  ) {
    if ("table" in value) return this.table(value.table);
    if ("text" in value) return this.text(value.text);
    if ("tables" in value) {
      this.align(4, 0);
      const at = this.list(value.tables.length, 4 * value.tables.length);
      value.tables.forEach((table, i) => {
        this.reference(at + 4 + 4 * i, () => this.table(table));
      });
      return at;
    }
    this.align(8, 4);
    const at = this.list(value.longs.length / value.each, 8 * value.longs.length);
    value.longs.forEach((number, i) => {
      this.view.setBigInt64(at + 4 + 8 * i, BigInt(number), true);
    });
    return at;
  }

  private text(text: string): number {
    const bytes = new TextEncoder().encode(text);
    this.align(4, 0);
    // A zero byte ends it.
    const at = this.list(bytes.length, bytes.length + 1);
    this.data.set(bytes, at + 4);
    return at;
  }

  private list(length: number, bytes: number): number {
    const at = this.reserve(4 + bytes);
    this.view.setUint32(at, length, true);
    return at;
  }

  /** Goes on to where the place, divided by the size, leaves this rest. */
  private align(size: number, rest: number): void {
    this.reserve((((rest - this.end) % size) + size) % size);
  }
}

function sizeOf(value: FlatField): number {
  if ("byte" in value) return 1;
  if ("short" in value) return 2;
  return "long" in value ? 8 : 4;
}
