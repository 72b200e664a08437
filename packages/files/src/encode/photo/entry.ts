import { optionList } from "@bagwise/core/base";
import type { EncoderEntry } from "../encoder.js";
import { PHOTO_OPTIONS } from "./options.js";
import { photoColumn } from "./photo-column.js";

/** The photo encoder in the registry. */
export const photoEntry: EncoderEntry = {
  description: {
    name: "photo",
    title: "Photos: a photo is a bag of regions",
    help: "A region is a patch of similar pixels, or a cell of a grid. It is described by its colours, edges and textures, or by an ONNX model of yours.",
    rowIsBag: true,
    options: optionList(PHOTO_OPTIONS),
    needs: "sharp",
    browser: false,
  },
  isAsked: ({ photo, regions, encoder }) => [photo, regions, encoder].some((value) => value !== undefined),
  suits: (grid) => photoColumn(grid) !== undefined,
  load: async () => (await import("./photo-encoder.js")).photoEncoder,
};
