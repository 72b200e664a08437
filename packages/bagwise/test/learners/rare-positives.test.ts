import { describe, expect, it } from "vitest";
import type { BagSet } from "../../../core/src/bags/bag-set.js";
import { bagHashes } from "../../../core/src/bags/copies/bag-hashes.js";
import type { Label } from "../../../core/src/bags/label.js";
import { random } from "../../../core/src/base/random.js";
import { probabilityOf } from "../../../core/src/model/calibration.js";
import type { Model } from "../../../core/src/model/model.js";
import { probabilityRange } from "../../../core/src/prior/belief/used-prior.js";
import { bagSet } from "../../../core/test/bags/make.js";
import { LEARNERS } from "../../src/learners.js";

const UNLABELED = 120;
const POSITIVE = 6;
/** Negatives with the very instance that makes a bag positive: no method can tell them apart. */
const LOOKALIKES = 12;
const PRIOR = POSITIVE / UNLABELED;
/** Of the bags that look positive, so many are. */
const TRULY = POSITIVE / (POSITIVE + LOOKALIKES);
/** Two standard errors of such a share among so many bags: how far the share of another draw would be off. */
const TOLERANCE = 2 * Math.sqrt((TRULY * (1 - TRULY)) / (POSITIVE + LOOKALIKES));

/** A held-out AUC above which a method has found what makes bags look positive: the best possible is about .92. */
const APART = 0.85;
/** Without a prior, half of them may be: that is what the scores and the starting belief leave open. */
const MOST = 0.6;

/** Rare positives and look-alikes among the unlabeled bags: 20 labelled bags, then 6, 12 and 102 unlabeled ones. */
function rareBags(): BagSet {
  const generator = random(36);
  const labels = Array.from({ length: 20 + UNLABELED }, (_, i): Label => (i < 20 ? "positive" : "unlabeled"));
  const looking = 20 + POSITIVE + LOOKALIKES;
  const rows = labels.map((_, i) =>
    Array.from({ length: 1 + (i % 2) }, (_, j) => {
      const shift = i < looking && j === 0 ? 3 : 0;
      return [shift + generator.normal(), generator.normal() - shift / 2];
    }),
  );
  return bagSet(rows, { labels });
}

const bags = rareBags();
const places = new Map(Array.from(bagHashes(bags), (hash, i) => [hash, i]));

/** The probabilities of the held-out unlabeled bags, and of those that look positive. */
function said(model: Model) {
  const { card, heldOut } = model;
  const { calibration, prior } = card;
  if (heldOut?.hashes === undefined || calibration === null || prior === null) throw new Error("no probabilities");
  const { hashes, positive, unlabeled } = heldOut;
  const all = Array.from(unlabeled, (score, k) => {
    const p = probabilityOf(calibration, score);
    const place = (places.get(hashes[positive.length + k]) ?? 0) - 20;
    return { p, range: probabilityRange(p, prior), looks: place < POSITIVE + LOOKALIKES };
  });
  return { all, looking: all.filter(({ looks }) => looks), prior, card };
}

const mean = (of: readonly { readonly p: number }[]) => of.reduce((sum, { p }) => sum + p, 0) / of.length;

const ABLE = LEARNERS.filter(
  ({ description }) => description.holdsOut && description.options.some(({ name }) => name === "prior"),
);

describe.each(ABLE.map((entry) => ({ name: entry.description.name, ...entry })))(
  "$name, where positives are rare and twice as many negatives look like them",
  ({ create, description }) => {
    const known = create({ prior: PRIOR, seed: 1 }).fit(bags, { findCopies: false });

    it("uses a known prior exactly, and so many bags are positive by their probabilities", async () => {
      const { all, prior } = said(await known);
      expect(prior).toMatchObject({ value: PRIOR, low: PRIOR, high: PRIOR, method: "given" });
      // `auto` and `bagging` do not move their scores to meet it: a quarter is what two normal distributions are off.
      expect(Math.abs(mean(all) - PRIOR)).toBeLessThan(PRIOR / 4);
    });

    it("says of bags that look positive how many are", async () => {
      const { looking, card } = said(await known);
      expect(mean(looking)).toBeLessThan(TRULY + TOLERANCE);
      // Scores that do not set these bags apart cannot say it of them.
      if ((card.separation?.auc ?? 0) > APART) expect(mean(looking)).toBeGreaterThan(TRULY - TOLERANCE);
    });

    it("gives every probability a range that contains it", async () => {
      for (const { p, range } of said(await known).all) {
        expect(range?.low).toBeLessThanOrEqual(p);
        expect(range?.high).toBeGreaterThanOrEqual(p);
      }
    });

    it.runIf(description.prior.estimates)(
      "does not take what looks positive for positive without a prior",
      async () => {
        const { looking } = said(await create({ seed: 1 }).fit(bags, { findCopies: false }));
        expect(mean(looking)).toBeLessThan(MOST);
      },
    );
  },
);
