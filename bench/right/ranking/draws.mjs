// The draws that rankings are compared on: the paper's data sets in two protocols, other data sets as they
// are, and synthetic families.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { readBags } from "bagwise";
import { compareData, DATA_SETS, drawBags, drawFamily, FAMILIES } from "bagwise/lab";

const PRIORS = [0.2, 0.5];
const SIZES = { unlabeled: 180, test: 200 };
/** Nothing to rank, or set by hand to an extreme. */
const LEFT_OUT = ["no-signal", "labels-500", "prior-0.02"];

/** Every kind of draw, without its number: one is a cell of the table. */
export function cellsOf({ data, more, only }) {
  const files = (folder) =>
    folder === undefined || !existsSync(folder)
      ? []
      : readdirSync(folder)
          .filter((name) => name.endsWith(".csv"))
          .sort()
          .map((name) => ({ name: basename(name, ".csv"), file: join(folder, name) }));
  const paper = files(data).filter(({ name }) => DATA_SETS.some((each) => each.name === name));
  const cells = [
    ...["original", "leak-free"].flatMap((protocol) => paper.map((each) => ({ ...each, group: protocol, protocol }))),
    ...files(more).map((each) => ({ ...each, group: "others", protocol: "original" })),
  ].flatMap((each) => PRIORS.map((prior) => ({ ...each, prior })));
  const families = FAMILIES.filter(({ name }) => !LEFT_OUT.includes(name)).map(({ name }) => ({
    name,
    group: "families",
  }));
  return [...cells, ...families].filter(({ name }) => only === undefined || only.includes(name));
}

const read = new Map();

/** Training and test bags; undefined where the data allow no such draw. */
export async function drawOf({ name, file, group, protocol, prior }, { labeled, seed }) {
  if (group === "families") return drawFamily(name, labeled === undefined ? { seed } : { seed, labeled });
  if (!read.has(file)) read.set(file, await readBags(file));
  const bags = read.get(file);
  const { multiple, scaling, positive } = compareData(name, bags);
  // More than 40 % of the positives of a file are never labelled.
  const most = protocol === "original" ? Math.max(10, Math.floor(0.4 * positive)) : Number.POSITIVE_INFINITY;
  if ((labeled ?? 0) > most) return undefined;
  const wanted = Math.min(labeled ?? 20, most);
  const spec = { ...SIZES, dataset: name, protocol, prior, labeled: wanted, noise: "printed", trial: 0, seed };
  try {
    // Features as they are in the file, unless noise is added, whose size is about z-scores.
    return drawBags(bags, spec, { multiple, scaling: protocol === "original" ? "none" : scaling });
  } catch (error) {
    if (error.code === "too-few-bags") return undefined;
    throw error;
  }
}
