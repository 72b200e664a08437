import { type OptionsOf, type OptionTable, optionList, readOptions } from "@bagwise/core/base";
import {
  type ExperimentSetting,
  type Learner,
  type LearnerDescription,
  type LearnerEntry,
  learnerOf,
} from "@bagwise/core/learners";
import { INSTANCE_MACHINE, INSTANCE_MACHINE_COST, MACHINE_REPORT } from "./description.js";
import { INSTANCE_MACHINE_OPTIONS, USUAL_SHARES } from "./options.js";
import type { CheckedOptions, Solving } from "./train-instances.js";

type Shared = typeof INSTANCE_MACHINE_OPTIONS;

/** What a method of machines on instances has of its own; the rest is the same for all. */
interface InstanceMethod<Own extends OptionTable>
  extends Pick<LearnerDescription, "name" | "label" | "title" | "help" | "when" | "paper"> {
  /** Options that the other methods do not have. */
  readonly own: Own;
  /** What the certificate covers, if training is not one convex problem. */
  readonly certificate?: string;
  readonly settings: readonly ExperimentSetting[];
  /** Loads how it is solved. */
  readonly load: () => Promise<(options: CheckedOptions<Own>) => Solving>;
}

/**
 * The learner of a method of machines on instances, and its entry in the registry. Its training code is loaded
 * when one is trained.
 */
export function instanceMethod<Own extends OptionTable>(method: InstanceMethod<Own>) {
  const { own, load, certificate, settings, name, paper, ...texts } = method;
  const table = { ...own, ...INSTANCE_MACHINE_OPTIONS };
  const create = (options: OptionsOf<Own & Shared> = {}): Learner => {
    const { width: widths, ...rest } = readOptions<OptionTable>(table, options);
    const checked = { ...rest, widths, shares: USUAL_SHARES } as unknown as CheckedOptions<Own>;
    const loadTraining = async () => {
      const [{ trainInstances }, solving] = await Promise.all([import("./train-instances.js"), load()]);
      return trainInstances(name, solving);
    };
    return learnerOf(name, { given: options, options: checked, load: loadTraining });
  };
  const entry: LearnerEntry = {
    description: {
      ...INSTANCE_MACHINE,
      name,
      ...texts,
      cost: INSTANCE_MACHINE_COST,
      paper,
      options: optionList(table),
      report: { ...MACHINE_REPORT, ...(certificate !== undefined && { certificate }) },
      experiment: { settings },
    },
    create: (options) => create(options as OptionsOf<Own & Shared>),
  };
  return { create, entry };
}
