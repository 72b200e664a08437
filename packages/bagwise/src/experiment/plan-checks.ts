import { type CheckGrid, type CheckOptions, checkedChecks, planChecks } from "@bagwise/lab";
import { type ExperimentPlan, planOf } from "./plan.js";

export interface ChecksPlan extends ExperimentPlan {
  readonly grid: CheckGrid;
}

/** Plans the trials. All bags are drawn fresh, so there are no data. An InputError for bad options. */
export async function planTheChecks(options: CheckOptions): Promise<ChecksPlan> {
  const grid = checkedChecks(options);
  const { checks, methods, repeats, seed } = grid;
  const plan = await planOf({
    specs: planChecks(grid),
    common: { seed },
    data: [],
    options: { checks, methods, repeats },
    seed,
    notes: [],
  });
  return { ...plan, grid };
}
