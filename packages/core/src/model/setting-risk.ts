/** What a setting of a grid may vary, in the order of a table: down first, across last. */
const AXES = ["degree", "width", "share", "hidden", "rate", "lambda", "cost"] as const;

/** The name of something that a grid varies. */
export type SettingAxis = (typeof AXES)[number];

/** The cross-validation result for one setting. */
export interface SettingRisk extends Partial<Readonly<Record<SettingAxis, number>>> {
  /** Only if known negatives were used. */
  readonly negativeWeight?: number;
  /**
   * What the learner minimises on held-out bags, such as the PU risk of the zero-one loss. Can be
   * negative.
   */
  readonly risk: number;
  /** How many of the folds' problems were solved to the accepted gap, and the number of folds. */
  readonly solved: number;
  readonly folds: number;
}

/** How a grid is shown: what goes across, and down if it varies two things. */
export interface RiskAxes {
  readonly down: SettingAxis | undefined;
  readonly across: SettingAxis;
}

/**
 * The axes of a grid with at least one setting: the penalty across, and what else varies most down.
 * Without a penalty the first thing that it names goes across.
 */
export function riskAxes(risks: readonly SettingRisk[]): RiskAxes {
  const values = (axis: SettingAxis) => new Set(risks.map((each) => each[axis])).size;
  const named = AXES.filter((axis) => risks.some((each) => each[axis] !== undefined));
  const across = named[named.length - 1] ?? "lambda";
  const others = named.filter((axis) => axis !== across);
  const down = others.reduce<SettingAxis | undefined>(
    (best, axis) => (best === undefined || values(axis) > values(best) ? axis : best),
    undefined,
  );
  return { down, across };
}

/** Whether the setting is the chosen one, as far as the two axes tell. */
export function isChosen(risk: SettingRisk, chosen: Readonly<Record<string, unknown>>, axes: RiskAxes): boolean {
  return [axes.across, axes.down].every((axis) => axis === undefined || risk[axis] === chosen[axis]);
}

/** The lowest risk of each pair of values on the axes: what else a grid varies is not shown. */
export function lowestRisks(risks: readonly SettingRisk[], { down, across }: RiskAxes): SettingRisk[] {
  const best = new Map<string, SettingRisk>();
  for (const each of risks) {
    const key = `${down && each[down]} ${each[across]}`;
    const before = best.get(key);
    if (before === undefined || each.risk < before.risk) best.set(key, each);
  }
  return [...best.values()];
}
