/** A package as it is published. */
export interface Tarball {
  readonly name: string;
  readonly path: string;
  /** Bytes of the tarball, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: number;
}

export const ORDER: readonly string[];
export function pack(folder: string): Promise<Tarball[]>;
