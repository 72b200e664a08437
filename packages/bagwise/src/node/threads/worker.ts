import "../../learners.js";
import { workerData } from "node:worker_threads";
import { workByName } from "@bagwise/core/learners";
import { registerFrom } from "./learner-modules.js";

/** The modules of learners of other packages, which come with the thread. */
const modules: readonly string[] = workerData?.[1] ?? [];
const ready = Promise.all(modules.map(registerFrom));

/** What a worker thread runs: a unit of work, found by its name, on plain data. */
export default async function run({ name, data }: { name: string; data: unknown }): Promise<unknown> {
  await ready;
  return (await workByName(name)).run(data);
}
