import type { OptionTable, OptionValues } from "@bagwise/core/base";
import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "./data.js";
import type { INSTANCE_MACHINE_OPTIONS } from "./options.js";
import { type MachineMethod, trainMachine } from "./train.js";

type Shared = typeof INSTANCE_MACHINE_OPTIONS;
/** Options of a method as the code gets them: its own, and those that all of them have. */
export type CheckedOptions<Own extends OptionTable> = OptionValues<Own> &
  Omit<OptionValues<Shared>, "width"> & {
    readonly widths: readonly number[] | undefined;
    readonly shares: readonly number[];
  };

/** What every one of them trains with. */
type Common = CheckedOptions<Record<never, never>>;

/** How a method finds a machine: all but what its data and name are. */
export type Solving = Omit<MachineMethod<Common>, "learner" | "data">;

/** Trains a machine on instances, under this name, with checked options. */
export function trainInstances<Options extends Common>(
  learner: string,
  solving: (options: Options) => Solving,
): Train<Options> {
  return (bags, options, given, context) =>
    trainMachine<Common>({ learner, data: instanceMachineData, ...solving(options) }, bags, options, given, context);
}
