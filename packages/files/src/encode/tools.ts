import type { MoleculeJob, MoleculeOutcome } from "./molecule/describe.js";

/** A decoded picture: red, green and blue from 0 to 255, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel. */
  readonly data: Uint8Array;
}

/** A model that turns pictures of one size into vectors. */
export interface PictureModel {
  /** The SHA-256 of its file, in hexadecimal digits. */
  readonly hash: string;
  /** The size of the pictures that it takes. */
  readonly width: number;
  readonly height: number;
  /**
   * The vectors of pictures, one after the other. A picture is three planes, red, green and blue, row by
   * row, normalised as the model wants them.
   */
  run(pictures: Float32Array, count: number): Promise<Float32Array>;
}

/**
 * What only some places can do. In Node, `readBags` brings its own; elsewhere, give what you have. An
 * encoder that lacks a tool says what to do.
 */
export interface EncodeTools {
  /**
   * Decodes the picture at this path, beside the file that names it, upright and on white, made smaller
   * if its longer side has more than `longest` pixels. Throws an InputError with the code `no-photo` or
   * `bad-photo` for one that is not there or is broken.
   */
  readonly pixelsOf?: ((path: string, options: { readonly longest: number }) => Promise<Pixels>) | undefined;
  /** Opens the ONNX model at this path. Throws an InputError for one that takes no pictures. */
  readonly pictureModel?: ((path: string) => Promise<PictureModel>) | undefined;
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
