/** The entry @bagwise/files/photos: photos as regions, and folders of them. Loaded only when there are photos. */
export { DIVIDED_SIZE, dividePhoto } from "./encode/photo/describe-photo.js";
export type { RegionKind } from "./encode/photo/options.js";
export { outlineOf } from "./encode/photo/outline.js";
export { isPictureName } from "./encode/photo/photo-column.js";
export { brokenPhoto, missingPhoto } from "./encode/photo/photo-errors.js";
export { type PhotoFolder, photoFolder } from "./format/photos/photo-folder.js";
