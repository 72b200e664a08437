/** Deeper tables than this are damage. */
const DEEPEST = 64;

/**
 * A table of a FlatBuffer (https://flatbuffers.dev/internals), whose fields are found by number.
 * Every read outside of the bytes throws, lists are checked against the bytes there are, and
 * offsets only point forward, so damage can neither hang nor allocate much.
 */
export class FlatTable {
  private constructor(
    private readonly view: DataView,
    private readonly at: number,
    private readonly depth: number,
  ) {
    if (depth > DEEPEST) throw new Error("its description is nested too deeply");
  }

  /** The table that a buffer holds. */
  static of(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true), 0);
  }

  byte(field: number, missing = 0): number {
    const at = this.find(field);
    return at === undefined ? missing : this.view.getUint8(at);
  }

  short(field: number, missing = 0): number {
    const at = this.find(field);
    return at === undefined ? missing : this.view.getInt16(at, true);
  }

  int(field: number, missing = 0): number {
    const at = this.find(field);
    return at === undefined ? missing : this.view.getInt32(at, true);
  }

  long(field: number): number {
    const at = this.find(field);
    return at === undefined ? 0 : Number(this.view.getBigInt64(at, true));
  }

  table(field: number): FlatTable | undefined {
    const at = this.find(field);
    return at === undefined ? undefined : this.tableAt(at);
  }

  text(field: number): string | undefined {
    const list = this.list(field, 1);
    if (list === undefined) return undefined;
    const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset + list.at, list.length);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  }

  tables(field: number): FlatTable[] {
    const { length = 0, at = 0 } = this.list(field, 4) ?? {};
    return Array.from({ length }, (_, i) => this.tableAt(at + 4 * i));
  }

  /** A list of records of some 64-bit numbers each. */
  longs(field: number, each: number): number[][] {
    const { length = 0, at = 0 } = this.list(field, 8 * each) ?? {};
    const one = (i: number) => Number(this.view.getBigInt64(at + 8 * i, true));
    return Array.from({ length }, (_, i) => Array.from({ length: each }, (_, k) => one(each * i + k)));
  }

  private tableAt(at: number): FlatTable {
    return new FlatTable(this.view, at + this.view.getUint32(at, true), this.depth + 1);
  }

  private list(field: number, size: number): { length: number; at: number } | undefined {
    const place = this.find(field);
    if (place === undefined) return undefined;
    const at = place + this.view.getUint32(place, true);
    const length = this.view.getUint32(at, true);
    if (length * size > this.view.byteLength - at - 4) throw new Error("its description has a list that is too long");
    return { length, at: at + 4 };
  }

  /** Where the value of a field is. */
  private find(field: number): number | undefined {
    const offsets = this.at - this.view.getInt32(this.at, true);
    const size = this.view.getUint16(offsets, true);
    if (4 + 2 * field >= size) return undefined;
    const offset = this.view.getUint16(offsets + 4 + 2 * field, true);
    return offset === 0 ? undefined : this.at + offset;
  }
}
