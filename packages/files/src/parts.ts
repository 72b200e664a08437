/** The entry @bagwise/files/parts: bags some at a time, for files larger than memory, and files of labels. */
export { type LabelsForParts, labelsForParts } from "./format/labels/read-labels.js";
export { readBagParts } from "./format/read-parts.js";
