import type { EncodeTools, PictureModel } from "@bagwise/files/encode";

/** What Node can do for encoders, with paths of photos relative to this folder. Packages are loaded on demand. */
export function nodeTools(folder: string): EncodeTools {
  // Learning and encoding use the same model: it is opened once.
  const models = new Map<string, Promise<PictureModel>>();
  return {
    pixelsOf: async (path, { longest }) =>
      await (await import("./photos/decode-photo.js")).decodePhoto(path, { folder, longest }),
    pictureModel: (path) => {
      const model = models.get(path) ?? import("./photos/picture-model.js").then((m) => m.openPictureModel(path));
      models.set(path, model);
      return model;
    },
    describeMolecules: async (jobs, how) => (await import("./describe-molecules.js")).describeMolecules(jobs, how),
  };
}
