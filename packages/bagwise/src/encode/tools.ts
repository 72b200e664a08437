import type { MoleculeJob, MoleculeOutcome } from "./molecule/describe.js";

/** A decoded picture: red, green and blue from 0 to 255, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel. */
  readonly data: Uint8Array;
}

/**
 * What only some places can do. In Node, `readBags` brings its own; elsewhere, give what you have. An
 * encoder that lacks a tool says what to do.
 */
export interface EncodeTools {
  /** Decodes the picture at this path, beside the file that names it. */
  readonly pixelsOf?: ((path: string) => Promise<Pixels>) | undefined;
  /**
   * Describes molecules in several threads. Returns the outcomes in the order of the jobs. Default: in
   * this thread, with the same outcome.
   */
  readonly describeMolecules?:
    | ((
        jobs: readonly MoleculeJob[],
        how: { readonly onDone: () => void; readonly signal?: AbortSignal | undefined },
      ) => Promise<MoleculeOutcome[]>)
    | undefined;
}
