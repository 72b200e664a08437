import { optionList, readOptions } from "@bagwise/core/base";
import { type Learner, type LearnerEntry, learnerOf } from "@bagwise/core/learners";
import { CONCEPT_REPORT } from "../shared/concept/describe.js";
import { EM_DD_OPTIONS, type EmDdOptions } from "./options.js";

/**
 * EM-DD (Zhang and Goldman, 2001). Like `dd` it seeks a concept, but in turns: it chooses the instance
 * of each positive bag that is responsible for its label, the nearest one, and then moves the concept
 * as if these were all. It ends when nothing changes, or when the loss no longer falls.
 *
 * The paper chooses one instance of each negative bag as well. Here all of them count by default,
 * because all are negative; then the loss falls in every turn. If nothing can be held out, the first
 * lambda is taken.
 *
 * @example
 * const model = await emDd().fit(bags);
 */
export function emDd(options: EmDdOptions = {}): Learner {
  const load = async () => (await import("./train.js")).trainEmDd;
  return learnerOf("em-dd", { given: options, options: readOptions(EM_DD_OPTIONS, options), load });
}

/** EM-DD in the registry of learners. */
export const emDdEntry: LearnerEntry = {
  description: {
    name: "em-dd",
    label: "EM-DD",
    title: "EM-DD, Diverse Density in turns with the instance responsible for each bag",
    help: "Seeks one point close to the nearest instance of every positive bag and far from all instances of the others, by choosing these instances and moving the point in turns. A bag gets the score of its nearest instance.",
    learnsFrom: "positive and negative",
    needs: ["positive"],
    when: "Use it like `dd` if in each positive bag a single instance is responsible for the label.",
    cost: "Time and memory grow as those of `dd`; the instances of positive bags cost little.",
    paper: "Zhang and Goldman (2001), EM-DD: an improved multiple-instance learning technique, NIPS 14",
    options: optionList(EM_DD_OPTIONS),
    prior: { takes: ["number"], estimates: false, affects: "measures" },
    holdsOut: true,
    parallel: false,
    scoresInstances: true,
    dumpsProblem: false,
    report: CONCEPT_REPORT,
  },
  create: (options) => emDd(options as EmDdOptions),
};
