import "../../learners.js";
import { workByName } from "@bagwise/core/learners";

/** What a worker thread runs: a unit of work, found by its name, on plain data. */
export default async function run({ name, data }: { name: string; data: unknown }): Promise<unknown> {
  return (await workByName(name)).run(data);
}
