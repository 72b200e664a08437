import type { EncodeTools } from "../encode/tools.js";

/** What Node can do for encoders, with paths relative to this folder. Packages are loaded on demand. */
export function nodeTools(folder: string): EncodeTools {
  return {
    pixelsOf: async (path, { longest }) =>
      await (await import("./photos/decode-photo.js")).decodePhoto(path, { folder, longest }),
    pictureModel: async (path) => await (await import("./photos/picture-model.js")).openPictureModel(path),
  };
}
