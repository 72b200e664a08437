/** Everything of the pure entry, with `readBags` for paths and what else needs Node. */
export * from "../index.js";
export { fileSource } from "./file-source.js";
export { readBags } from "./read-bags.js";
export { writeAtomically } from "./write-atomically.js";
export { writeBags } from "./write-bags.js";
