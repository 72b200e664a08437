import type { Format } from "../format.js";
import { deferred } from "../rows/deferred.js";
import { headLines } from "../text/head.js";

/** The layout of the UCI Musk data. */
export const musk: Format = {
  name: "musk",
  title: "UCI Musk layout: molecule, conformation, features, class",
  extensions: ["data"],
  holds: { featureNames: false, groups: false },
  recognises: (head) =>
    /^[^,]+,[^,]*[A-Za-z_][^,]*(,\s*[-+]?[\d.][-+\d.eE]*|,\s*\?)+,\s*(?:[01]\.|\?)\s*$/.test(headLines(head)[0] ?? ""),
  read: async (source, options) => (await import("../from-musk.js")).fromMusk(source, options),
  write: (bags, options) => deferred(async () => (await import("../to-musk.js")).toMusk(bags, options)),
};
