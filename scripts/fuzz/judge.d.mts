/** What the judge uses of the library: its main entry, `BagSet`, `InputError` and `decodeModel`. */
type Library = Readonly<Record<string, unknown>>;

export function judge(
  name: string,
  bytes: Uint8Array,
  library: Library,
): Promise<{ readonly kind: string; readonly message: string } | undefined>;
