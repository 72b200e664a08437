import type { BagSet } from "@bagwise/core/bags";
import { featureEffects, type LeaveOneOut } from "@bagwise/core/explain";
import { bagDrawing, type PictureOf } from "@bagwise/report";
import { short } from "@bagwise/report/page";
import type { BagView, Reason } from "./types.js";

/** Instances and features that are listed; a screen holds no more. */
const INSTANCES = 30;
const FEATURES = 12;
const REASONS = 6;
/** Longer texts are cut: nobody reads them in a queue. */
const LONGEST = 20_000;

const NOUNS: Readonly<Record<string, string>> = {
  text: "passage",
  molecule: "conformer",
  photo: "region",
  window: "window",
};

export interface ViewParts {
  readonly examine: LeaveOneOut | undefined;
  readonly pictureOf: PictureOf | undefined;
}

/** Everything that is shown of a bag. Costs leaving out each of its instances once. */
export async function bagView(bags: BagSet, i: number, { examine, pictureOf }: ViewParts): Promise<BagView> {
  const size = bags.sizeOf(i);
  const encoder = bags.recipe?.encoders?.[0]?.type;
  const first = examine?.(bags.subset([i])).next();
  const examined = first === undefined || first.done ? undefined : first.value;
  const contributions = examined?.contributions ?? new Float64Array(size);
  const most = contributions.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const weight = (j: number) => (most === 0 ? 0 : contributions[j] / most);
  const witness = examined?.witness.instance ?? 0;
  const picture = await pictureOf?.(i, witness);
  const passages = encoder === "text" ? passagesOf(bags, i, weight) : null;
  const terms: Reason[] = (examined?.terms(REASONS) ?? []).map(({ term, effect }) => ({
    name: term,
    effect,
    value: "",
  }));
  return {
    index: i,
    id: bags.idOf(i),
    label: bags.labelOf(i),
    size,
    noun: (encoder && NOUNS[encoder]) ?? "instance",
    passages,
    texts: textsOf(bags, i, { passages: passages !== null }),
    picture:
      picture !== undefined && "image" in picture
        ? examined === undefined
          ? { ...picture, outline: null, words: bags.idOf(i) }
          : picture
        : null,
    drawing: picture !== undefined && "drawing" in picture ? bagDrawing(picture).text : null,
    instances: bags.dimension === 0 ? null : instancesOf(bags, i, weight),
    witness:
      examined === undefined
        ? null
        : { instance: witness, name: bags.instanceName(i, witness), tied: examined.witness.tied },
    reasons: [...terms, ...(examined === undefined ? [] : featureReasons(bags, i, witness, examined.effects(REASONS)))]
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
      .slice(0, REASONS),
  };
}

function featureReasons(
  bags: BagSet,
  i: number,
  witness: number,
  known: { readonly effects: Float64Array; above(feature: number): boolean },
): Reason[] {
  const found = featureEffects(bags, i, witness, { ...known, names: bags.features, most: REASONS });
  return found.map(({ name, value, direction, effect, others }) => ({
    name,
    effect,
    value: others === null ? short(value) : `${short(value)}, ${direction === "high" ? "above" : "below"} the others`,
  }));
}

/** The passages in order, without repeating them in `texts`. */
function passagesOf(bags: BagSet, i: number, weight: (j: number) => number): BagView["passages"] {
  const column = bags.shown.find(({ perBag, naming }) => !perBag && !naming);
  if (column === undefined) return null;
  const passages: { text: string; weight: number }[] = [];
  let length = 0;
  for (let j = 0; j < bags.sizeOf(i) && length < LONGEST; j++) {
    const text = bags.shownOf(i, column.name, j);
    length += text.length;
    passages.push({ text, weight: weight(j) });
  }
  return passages;
}

/** What columns for people say of the whole bag. A text whose passages are shown is left out. */
function textsOf(bags: BagSet, i: number, { passages }: { passages: boolean }): BagView["texts"] {
  const encoder = bags.recipe?.encoders?.[0];
  const read = passages && encoder !== undefined && "text" in encoder ? new Set(encoder.text as string[]) : new Set();
  return bags.shown
    .filter(({ name, perBag, naming }) => perBag && !naming && !(passages && (read.size === 0 || read.has(name))))
    .map(({ name }) => ({ name, text: bags.shownOf(i, name).slice(0, LONGEST) }))
    .filter(({ text }) => text !== "");
}

function instancesOf(bags: BagSet, i: number, weight: (j: number) => number): BagView["instances"] {
  const size = bags.sizeOf(i);
  const bag = bags.bag(i);
  const order = Array.from({ length: size }, (_, j) => j)
    .sort((a, b) => weight(b) - weight(a) || a - b)
    .slice(0, INSTANCES);
  return {
    features: bags.features.slice(0, FEATURES),
    rows: order.map((j) => ({
      name: bags.instanceName(i, j),
      weight: weight(j),
      values: Array.from(bag.instance(j).subarray(0, FEATURES)),
    })),
    more: size - order.length,
  };
}
