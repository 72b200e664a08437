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
}
