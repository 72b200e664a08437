import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { Supply } from "../data/supply.js";
import type { CompareData } from "./data.js";
import { COMPARE_DEFAULTS, type CompareGrid } from "./options.js";
import { fewerLabeled, fewerReviewed, shortages, suffices } from "./plan-notes.js";
import type { CompareSpec } from "./spec.js";

/** A cell: all that its trials have in common but for the arm and the seed. */
type Setting = Omit<CompareSpec, "experiment" | "trial" | "seed" | "method" | "knowledge">;

/**
 * The trials of a comparison, in order of data set, protocol, prior, number of labelled bags, seed,
 * trial and arm. A family is drawn fresh, so it is there once whatever the protocols, in its own
 * setting but for what was asked for. Cells for which a data set has too few bags are left out with
 * a note; an InputError when none is left. Notes also say where fewer bags are labelled or reviewed
 * than was asked for.
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
    ...short.map(
      ({ message, remedy }): Note => ({ code: "data-set-left-out", message: `${message}: left out. ${remedy}` }),
    ),
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

interface Planned {
  readonly setting: Setting;
  readonly supply: Supply;
}

function settingsOf(data: CompareData, { asked, protocols, noise }: CompareGrid): Planned[] {
  const { name, multiple, scaling, eta, setting: own } = data;
  const {
    priors = own === undefined ? COMPARE_DEFAULTS.priors : [own.prior],
    labeled = own === undefined ? COMPARE_DEFAULTS.labeled : [own.labeled],
    unlabeled = own?.unlabeled ?? COMPARE_DEFAULTS.unlabeled,
    test = own?.test ?? COMPARE_DEFAULTS.test,
  } = withoutUndefined(asked);
  return (own === undefined ? protocols : (["original"] as const)).flatMap((protocol) =>
    priors.flatMap((prior) =>
      labeled.map((number): Planned => {
        const sizes = { dataset: name, protocol, prior, labeled: number, unlabeled, test };
        return { setting: { ...sizes, scaling, multiple, eta, noise }, supply: { ...data, ...sizes } };
      }),
    ),
  );
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}
