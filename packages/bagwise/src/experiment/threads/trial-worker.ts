import "../../learners.js";
import { workerData } from "node:worker_threads";
import { type BagSet, contentHash } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { type AnyRecord, experimentOf } from "@bagwise/lab/running";
import { readBags } from "../../node/files/read-bags.js";
import { registerFrom } from "../../node/threads/learner-modules.js";
import type { TrialAnswer, TrialJob } from "./trial-pool.js";

/** The data sets that this thread has read, by file. */
const read = new Map<string, Promise<BagSet>>();

/** The modules of learners of other packages, which come with the thread. */
const modules: readonly string[] = workerData?.[1] ?? [];
const ready = Promise.all(modules.map(registerFrom));

/** What a worker thread of an experiment runs: one trial. */
export default async function work({ id, spec, file, hash, reading }: TrialJob): Promise<TrialAnswer<AnyRecord>> {
  try {
    await ready;
    // Bags that are drawn fresh are in no file.
    const bags = file === "" ? undefined : await dataSet(file, hash, reading);
    const { result, timing } = await experimentOf(spec).trial(bags, spec);
    return { record: { id, spec, result }, timing: { id, ...timing } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, complaint: message, remedy, where } = error;
    return { complaint: { code, message, remedy, where } };
  }
}

/** Reads a data set once, and makes sure that it is the one that the trial was planned for. */
function dataSet(file: string, hash: string, reading: TrialJob["reading"]): Promise<BagSet> {
  const key = `${hash} ${file}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const bags = readChecked(file, hash, reading);
  read.set(key, bags);
  return bags;
}

async function readChecked(file: string, hash: string, reading: TrialJob["reading"]): Promise<BagSet> {
  const bags = await readBags(file, reading);
  if ((await contentHash(bags)) === hash) return bags;
  throw new InputError({
    code: "changed",
    message: "the file changed while the experiment ran",
    remedy: "Start it again in another folder with --out.",
    where: { file },
  });
}
