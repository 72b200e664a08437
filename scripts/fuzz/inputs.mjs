import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../setup.mjs";
import { mutate } from "./mutate.mjs";
import { draws } from "./random.mjs";
import { RAW } from "./raw-inputs.mjs";
import { loadSeeds } from "./seeds.mjs";
import { loadSessions } from "./sessions.mjs";

/** The parts of the built library that the fuzzer tests, and the seeds whose name ends so. */
export async function loadAll(ending) {
  const from = (path) => import(pathToFileURL(join(root, "packages", path)).href);
  const [main, bags, model, packed, errors] = await Promise.all(
    [
      "bagwise/dist/index.js",
      "core/dist/bags/bag-set.js",
      "core/dist/model/model-file.js",
      "core/dist/base/packed-file.js",
      "core/dist/base/errors.js",
    ].map(from),
  );
  const library = { ...main, ...bags, ...model, ...packed, ...errors, ...(await loadSessions(from)) };
  const seeds = [...(await loadSeeds(root, library)), ...RAW];
  return { library, seeds: seeds.filter(({ name }) => name.endsWith(ending)) };
}

const endingOf = (name) => /\.[^.]+(\.gz)?$/.exec(name)[0];

/** Input number `number` of a run: always the same for the same seed and seed files. */
export function input(seed, number, seeds, library) {
  const random = draws(seed, number);
  const start = random.pick(seeds);
  if (start.make !== undefined) return { name: `fuzz${endingOf(start.name)}`, bytes: start.make(random) };
  const alike = seeds.filter(({ name }) => endingOf(name) === endingOf(start.name));
  return { name: `fuzz${endingOf(start.name)}`, bytes: mutate(random, start, alike, library) };
}
