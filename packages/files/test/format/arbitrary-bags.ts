import { BagSet, type Label } from "@bagwise/core/bags";
import fc from "fast-check";
import { expect } from "vitest";

/**
 * Texts that trip readers: of numbers, of missing values, of roles, with everything that some
 * format must escape.
 */
const TRICKY = [
  "007",
  "1",
  "10",
  "2",
  "-0",
  "1e5",
  "NA",
  "?",
  "null",
  "true",
  "a b",
  " edge ",
  "a,b",
  "a;b",
  "a:b",
  "a#b",
  "100%",
  "50%25",
  "{x}",
  "@data",
  "%",
  '"quoted"',
  "it's",
  "back\\slash",
  "\\n",
  "\\u0041",
  "Zürich",
  "分子",
  "🧪",
  "__proto__",
  "constructor",
  "\ufeff",
  "\ufeffa",
  "a\ufeff",
  "a\ufeffb",
];

const ROLES = ["bag", "label", "bag_id", "class", "y", "Bag", "group", "instances", "features"];

const plain = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });

/** How names and ids may look. */
export interface Choice {
  /** Whether ids and names may contain commas and line breaks. Default: yes. */
  readonly breaks?: boolean;
}

function text({ breaks = true }: Choice): fc.Arbitrary<string> {
  const any = fc.oneof(fc.constantFrom(...TRICKY), plain, fc.stringMatching(/^[a-z]\w{0,5}$/));
  return breaks
    ? fc.oneof({ weight: 9, arbitrary: any }, fc.constantFrom("two\nlines", "a\r\nb", "tab\tbed"))
    : any.filter((id) => !/[,\r\n]/.test(id));
}

/**
 * Any finite double: small whole numbers, every bit pattern, both zeros, subnormals and the
 * largest.
 */
export const finite: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 5e-324, -5e-324, 2.225073858507201e-308, 1e308, -1.7976931348623157e308, 0.1, 1 / 3, 2 ** 53),
);

const label = fc.constantFrom<Label>("positive", "unlabeled", "negative");

/**
 * BagSets of 1 to 8 bags with 1 to 5 instances of 1 to 6 features. A feature called `group`, and a
 * first one called so or alike, of bags without groups is left out: writers refuse it.
 */
export function arbitraryBags(choice: Choice = {}): fc.Arbitrary<BagSet> {
  // Names that start with a byte order mark have a test of their own.
  const plainName = text(choice).filter((name) => !name.startsWith("\ufeff"));
  const name = fc.oneof({ weight: 4, arbitrary: plainName }, { weight: 1, arbitrary: fc.constantFrom(...ROLES) });
  return fc
    .record({
      ids: fc.uniqueArray(text(choice), { minLength: 1, maxLength: 8 }),
      features: fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
      grouped: fc.boolean(),
    })
    .filter(
      ({ features, grouped }) =>
        grouped ||
        (!/^\W*group/i.test(features[0]) &&
          !features.some(
            (name) =>
              name
                .trim()
                .toLowerCase()
                .replace(/[\s_.-]/g, "") === "group",
          )),
    )
    .chain(({ ids, features, grouped }) =>
      fc
        .record({
          labels: fc.array(label, { minLength: ids.length, maxLength: ids.length }),
          groups: grouped
            ? fc.array(text(choice), { minLength: ids.length, maxLength: ids.length })
            : fc.constant(undefined),
          bags: fc.array(
            fc.array(fc.array(finite, { minLength: features.length, maxLength: features.length }), {
              minLength: 1,
              maxLength: 5,
            }),
            {
              minLength: ids.length,
              maxLength: ids.length,
            },
          ),
        })
        .map(({ labels, groups, bags }) => {
          const offsets = [0];
          for (const bag of bags) offsets.push(offsets[offsets.length - 1] + bag.length);
          return BagSet.from({ ids, features, labels, groups, offsets, data: bags.flat(2) });
        }),
    );
}

/** A BagSet as plain data that tells -0 from 0. */
export function plainBags(bags: BagSet) {
  return {
    features: [...bags.features],
    bags: [...bags].map(({ id, label, group, size, instance }) => ({
      id,
      label,
      group,
      instances: Array.from({ length: size }, (_, j) => [...instance(j)]),
    })),
  };
}

/**
 * Whether two BagSets are the same: ids, labels, groups, features, order, and every bit of every
 * value.
 */
export function expectSameBags(got: BagSet, wanted: BagSet): void {
  // toEqual uses Object.is on numbers, so -0 is not 0.
  expect(plainBags(got)).toEqual(plainBags(wanted));
}
