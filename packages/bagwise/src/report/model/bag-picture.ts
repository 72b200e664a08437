import { type Html, html, NOTHING } from "../page/html.js";

/** A picture of a bag, with what decided in it. Plain data. */
export interface BagPicture {
  /** An address that holds the picture itself: `data:image/jpeg;base64,...`. */
  readonly image: string;
  /** The size that the outline is measured in. */
  readonly width: number;
  readonly height: number;
  /** The witness, as an SVG path. Null if it is not known where it is. */
  readonly outline: string | null;
  /** What there is to see, in words. */
  readonly words: string;
}

/** The picture of a bag and of its instance, by their numbers; undefined if there is none. */
export type PictureOf = (i: number, instance: number) => Promise<BagPicture | undefined>;

/** The picture with the witness outlined, dark on light, so that it shows on every ground. */
export function bagPicture(picture: BagPicture | undefined): Html {
  if (picture === undefined) return NOTHING;
  const { image, width, height, outline, words } = picture;
  const line =
    outline === null ? NOTHING : html`<path class="halo" d="${outline}"/><path class="line" d="${outline}"/>`;
  return html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}"><image href="${image}" width="${width}" height="${height}"/>${line}</svg>
`;
}
