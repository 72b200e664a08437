import { badOption, choice, text } from "@bagwise/core/base";
import { INVALID } from "../invalid.js";

/** How a picture is divided. */
export const REGION_KINDS = ["superpixels", "grid"] as const;
export type RegionKind = (typeof REGION_KINDS)[number];

const named = (what: string) => (given: string, name: string) => {
  if (typeof given !== "string" || given === "") throw badOption(name, given, what);
  return given;
};

/** Options of the photo encoder. */
export const PHOTO_OPTIONS = {
  photo: text({
    default: null,
    help: "column with the paths of photos, relative to the file; a photo is a bag of regions",
    read: named("the name of a column"),
  }),
  regions: choice({
    choices: REGION_KINDS,
    default: "superpixels",
    help: "how a photo is divided: along its edges, or in 4 x 4 rectangles",
  }),
  encoder: text({
    default: null,
    help: "your own ONNX model that describes a region, instead of colours and textures",
    read: named("the path of an ONNX file"),
  }),
  invalid: INVALID,
};
