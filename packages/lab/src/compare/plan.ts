import { badOption, count, InputError, type Note, withoutUndefined } from "@bagwise/core/base";
import { usualLearner } from "@bagwise/core/learners";
import { NOISE_WAYS, type NoiseWay } from "../draws/augment.js";
import { originalSizes } from "../draws/draw-original.js";
import { type AnyProtocol, COMPARE_PROTOCOLS } from "../draws/draw-spec.js";
import { enough, type Supply } from "../draws/supply.js";
import { type Arm, armLearner, parseArm } from "../methods/arm.js";
import { parseKnowledge } from "../methods/knowledge.js";
import { COLUMNS } from "../methods/methods.js";
import { ascending, checkChoice, checkNames, checkNumbers, inOrder } from "../options/check-options.js";
import { mostReviewed } from "./audit.js";
import type { CompareData } from "./data.js";
import type { CompareSpec } from "./trial.js";

/** What a comparison runs over. Every option is optional. */
export interface CompareOptions {
  /** `METHOD` or `METHOD@KNOWLEDGE`, in the order of tables. Default: auto and PU-SKC. */
  readonly methods?: readonly string[] | undefined;
  /** Above 0 and below 1. Default 0.1 to 0.7 in tenths; for a family its own. */
  readonly priors?: readonly number[] | undefined;
  /** Trials of each cell, for each seed. Default 20. */
  readonly trials?: number | undefined;
  /** Numbers of labelled positive bags. Default 20; for a family its own. */
  readonly labeled?: readonly number[] | undefined;
  /** Default 180; for a family its own. */
  readonly unlabeled?: number | undefined;
  /** Default 200; for a family its own. */
  readonly test?: number | undefined;
  /** Default leak-free and original. Families know only the latter. */
  readonly protocols?: readonly string[] | undefined;
  /** The noise of copied bags. Default reference. */
  readonly noise?: NoiseWay | undefined;
  /** Default 1. */
  readonly seeds?: readonly number[] | undefined;
  /** The arm that others are compared with. Default the first. */
  readonly reference?: string | undefined;
}

/** Checked options. Numbers that a family may have of its own are in `asked`, where given. */
export interface CompareGrid {
  readonly arms: readonly Arm[];
  readonly reference: string;
  readonly protocols: readonly AnyProtocol[];
  readonly trials: number;
  readonly noise: NoiseWay;
  readonly seeds: readonly number[];
  readonly asked: Pick<CompareOptions, "priors" | "labeled" | "unlabeled" | "test">;
}

export const COMPARE_DEFAULTS = {
  methods: [usualLearner().description.name, COLUMNS[0]],
  priors: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
  trials: 20,
  labeled: [20],
  unlabeled: 180,
  test: 200,
  protocols: ["leak-free", "original"],
  noise: "reference",
  seeds: [1],
} as const satisfies CompareOptions;

/** The options with defaults. Throws an InputError that names the one that does not fit. */
export function checkedCompare(options: CompareOptions): CompareGrid {
  checkNames(options, [...Object.keys(COMPARE_DEFAULTS), "reference"]);
  checkNumbers(options);
  const { trials = COMPARE_DEFAULTS.trials, noise = COMPARE_DEFAULTS.noise } = options;
  checkChoice("noise", NOISE_WAYS, noise);
  const arms = checkedArms(options.methods ?? COMPARE_DEFAULTS.methods);
  const { priors, labeled, unlabeled, test } = options;
  return {
    arms,
    reference: checkedReference(arms, options.reference),
    protocols: inOrder("protocols", COMPARE_PROTOCOLS, options.protocols ?? COMPARE_DEFAULTS.protocols),
    trials,
    noise,
    seeds: ascending(options.seeds ?? COMPARE_DEFAULTS.seeds),
    asked: { priors: priors && ascending(priors), labeled: labeled && ascending(labeled), unlabeled, test },
  };
}

/** Each arm once. Their learners are made here, so that a bad arm fails before hours of work. */
function checkedArms(methods: readonly string[]): Arm[] {
  if (methods.length === 0) throw badOption("methods", methods, "at least one method");
  const arms = methods.map(parseArm);
  for (const arm of arms) armLearner(arm, { truePrior: 0.5, eta: null, seed: 0, audit: { positive: 1, reviewed: 2 } });
  return arms.filter(({ name }, k) => arms.findIndex((each) => each.name === name) === k);
}

function checkedReference(arms: readonly Arm[], wanted: string | undefined): string {
  if (wanted === undefined) return arms[0].name;
  const { name } = parseArm(wanted);
  if (arms.some((arm) => arm.name === name)) return name;
  throw badOption(
    "reference",
    wanted,
    `one of the methods that are compared: ${arms.map((arm) => arm.name).join(", ")}`,
  );
}

/** A cell: what its trials have in common, except for the arm and the seed. */
type Setting = Omit<CompareSpec, "experiment" | "trial" | "seed" | "method" | "knowledge">;

/**
 * The trials of a comparison, in order of data set, protocol, prior, number of labelled bags, seed,
 * trial and arm. A family comes once, in its own setting unless you ask for another. Cells with too
 * few bags are left out with a note; an InputError when none is left. Notes also say where fewer
 * bags are labelled or reviewed than you asked for.
 */
export function planCompare(
  data: readonly CompareData[],
  grid: CompareGrid,
): { readonly specs: CompareSpec[]; readonly notes: Note[] } {
  const settings = data.flatMap((each) => settingsOf(each, grid));
  const supplies = settings.map(({ supply }) => supply);
  const drawn = supplies.filter(suffices);
  const short = data.flatMap((each) => shortages(each, supplies));
  if (drawn.length === 0)
    throw new InputError({
      code: "too-few-bags",
      message: short[0]?.message ?? "there is no data set to compare on",
      remedy: `${short[0] === undefined ? "" : `${short[0].remedy}. `}Or name other data.`,
    });
  const possible = settings.filter(({ supply }) => suffices(supply)).map(({ setting }) => setting);
  const notes: Note[] = [
    ...short.map(({ message, remedy }) => ({
      code: "data-set-left-out" as const,
      message: `${message}, so it is left out. ${remedy}`,
    })),
    ...fewerLabeled(drawn),
    ...fewerReviewed(drawn, grid.arms),
  ];
  const { seeds, trials, arms } = grid;
  const specs = possible.flatMap((setting) =>
    seeds.flatMap((seed) =>
      Array.from({ length: trials }, (_, trial) => trial).flatMap((trial) =>
        arms.map(
          ({ method, knowledge }): CompareSpec => ({
            experiment: "compare",
            ...setting,
            trial,
            seed,
            method,
            knowledge,
          }),
        ),
      ),
    ),
  );
  return { specs, notes };
}

function settingsOf(data: CompareData, { asked, protocols, noise }: CompareGrid) {
  const { name, multiple, scaling, eta, counts, setting: own } = data;
  const {
    priors = own === undefined ? COMPARE_DEFAULTS.priors : [own.prior],
    labeled = own === undefined ? COMPARE_DEFAULTS.labeled : [own.labeled],
    unlabeled = own?.unlabeled ?? COMPARE_DEFAULTS.unlabeled,
    test = own?.test ?? COMPARE_DEFAULTS.test,
  } = withoutUndefined(asked);
  return (own === undefined ? protocols : (["original"] as const)).flatMap((protocol) =>
    priors.flatMap((prior) =>
      labeled.map((number) => {
        const sizes = { dataset: name, protocol, prior, labeled: number, unlabeled, test };
        const asTheyAre = counts && protocol === "original";
        const setting: Setting = { ...sizes, scaling: asTheyAre ? "none" : scaling, multiple, eta, noise };
        return { setting, supply: { ...data, ...sizes } };
      }),
    ),
  );
}

/** Whether the bags of a cell can be drawn. A family is never short of bags. */
function suffices(supply: Supply): boolean {
  if (supply.positive === 0) return true;
  return supply.protocol === "original" ? originalSizes(supply, supply) !== undefined : enough(supply);
}

/** Which cells of a data set cannot be drawn, one for each protocol. */
function shortages({ name, positive, negative }: CompareData, cells: readonly Supply[]) {
  const all = cells.filter((cell) => cell.dataset === name && !suffices(cell));
  return [...new Set(all.map(({ protocol }) => protocol))].map((protocol) => {
    const short = all.filter((each) => each.protocol === protocol);
    const [{ unlabeled, test }] = short;
    const priors = [...new Set(short.map(({ prior }) => prior))].join(", ");
    const labeled = [...new Set(short.map((each) => each.labeled))].join(", ");
    return {
      message: `${name} has ${positive} positive and ${negative} negative bags. With the protocol ${protocol}, this is too few for ${labeled} labelled, ${unlabeled} unlabeled and ${test} test bags at prior ${priors}`,
      remedy: remedyFor(short),
    };
  });
}

/** The largest numbers of bags, in the same ratio, that work for all these cells. */
function remedyFor(short: readonly Supply[]): string {
  const [{ protocol, unlabeled, test }] = short;
  if (protocol === "original") return "Ask for other priors or use more bags";
  const sizes = (n: number) => ({ unlabeled: n, test: Math.max(2, Math.floor((n * test) / unlabeled)) });
  const fits = (n: number) => short.every((each) => suffices({ ...each, ...sizes(n) }));
  // More bags never fit better: halve the range in which the answer lies.
  let [most, tooMany] = [0, unlabeled];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  if (most === 0) return "Ask for fewer labelled bags or for the protocol original";
  return `Use --unlabeled ${most} --test ${sizes(most).test}, or the protocol original`;
}

/** The protocol original labels only some of the positive bags. */
function fewerLabeled(drawn: readonly Supply[]): Note[] {
  const fewer = drawn.flatMap((cell) => {
    const { dataset, labeled: asked } = cell;
    const { labeled } = sizesOf(cell);
    return labeled < asked ? [`${labeled} of ${dataset} instead of ${asked}`] : [];
  });
  if (fewer.length === 0) return [];
  const message = `with the protocol original, at most 40 % of the positive bags are labelled: ${[...new Set(fewer)].join(", ")}`;
  return [{ code: "fewer-labeled", message }];
}

/** The arms that review fewer bags than they ask for: some unlabeled bags must be left. */
function fewerReviewed(drawn: readonly Supply[], arms: readonly Arm[]): Note[] {
  const most = drawn.map((cell) => mostReviewed(sizesOf(cell).unlabeled));
  const least = Math.min(...most);
  return arms.flatMap(({ name, knowledge }) => {
    const known = parseKnowledge(knowledge);
    if (known.kind !== "audit" || known.bags <= least) return [];
    const cells = most.filter((each) => each < known.bags).length;
    const message = `${name} reviews at most four in five of the unlabeled bags. In ${cells} of ${count(most.length, "cell")} these are fewer than ${known.bags}, and as few as ${least}`;
    return [{ code: "fewer-reviewed", message }];
  });
}

/** The numbers of labelled and unlabeled bags in a trial of a cell that can be drawn. */
function sizesOf(supply: Supply): Pick<Supply, "labeled" | "unlabeled"> {
  if (supply.protocol !== "original" || supply.positive === 0) return supply;
  return originalSizes(supply, supply) ?? supply;
}
