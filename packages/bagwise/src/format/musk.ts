import type { Format } from "./format.js";
import { fromMusk } from "./from-musk.js";
import { headLines } from "./head.js";
import { toMusk } from "./to-musk.js";

/** The layout of the UCI Musk data. */
export const musk: Format = {
  name: "musk",
  title: "UCI Musk layout: molecule, conformation, features, class",
  extensions: ["data"],
  holds: { featureNames: false, groups: false },
  recognises: (head) =>
    /^[^,]+,[^,]*[A-Za-z_][^,]*(,\s*[-+]?[\d.][-+\d.eE]*|,\s*\?)+,\s*(?:[01]\.|\?)\s*$/.test(headLines(head)[0] ?? ""),
  read: fromMusk,
  write: toMusk,
};
