import { type BagSet, bagHashes, contentHash } from "@bagwise/core/bags";
import { InputError, type OptionDescription } from "@bagwise/core/base";
import { explain } from "@bagwise/core/explain";
import type { LearnerEntry, TrainingProgress } from "@bagwise/core/learners";
import { decodeModel, encodeModel, type Model } from "@bagwise/core/model";
import { describe, expect, it } from "vitest";
import { contributionsOf, effectsOf, rowsOf } from "../../../core/test/explain/brute-force.js";
import {
  freshSet,
  rebuilt,
  shuffleBags,
  shuffleFeatures,
  shuffleInstances,
  trainingSet,
  withoutIntervals,
  withRoughIntervals,
} from "../../../core/test/learners/make.js";
import { learnerByName } from "../../src/learners.js";

/** Values that do not fit an option, whatever it is for. */
function misfits({ name, type, range, choices }: OptionDescription): unknown[] {
  if (type === "boolean") return ["yes", 1];
  if (type === "choice") return ["nonsense", 1, choices];
  // Names of features may be any text, but not none.
  if (type === "text") return [name === "vectors" ? "" : "nonsense", 5, true];
  const outside = range === undefined ? [] : [range.above ? range.min : range.min - 1, range.max + 1, range.max * 2];
  const single = ["1", Number.NaN, Number.POSITIVE_INFINITY, true, {}, ...outside];
  return [...single, [], [Number.NaN], ...(type.startsWith("integer") ? [1.5] : [])];
}

export async function refusal(work: () => unknown): Promise<InputError> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  }
  throw new Error("it was accepted");
}

function isFrozenDeeply(value: unknown): boolean {
  return (
    typeof value !== "object" ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isFrozenDeeply))
  );
}

/**
 * A model that says how sure it is: solved, or a note that it is not, or cannot be; and whose scores are
 * numbers.
 */
export function expectHonest(model: Model, bags: BagSet): void {
  const { certificate, notes } = model.card;
  if (certificate.status === "solved") expect(certificate.relativeGap).toBeLessThanOrEqual(1e-8);
  else expect(notes.map(({ code }) => code)).toContain(certificate.status === "local" ? "not-convex" : "certificate");
  expect([...model.scores(bags)].every(Number.isFinite)).toBe(true);
  for (const { probability } of model.predict(bags)) {
    if (probability === null) continue;
    expect(probability).toBeGreaterThanOrEqual(0);
    expect(probability).toBeLessThanOrEqual(1);
  }
  expect([...decodeModel(encodeModel(model)).scores(bags)]).toEqual([...model.scores(bags)]);
}

const order = (model: Model, bags: BagSet) => model.rank(bags).map(({ bag }) => bag);

/** What every learner must do, whoever wrote it. */
export function describeContract(entry: LearnerEntry): void {
  const { description, create, work } = entry;
  const { name } = description;
  const quick = withoutIntervals(entry);
  const rough = withRoughIntervals(entry);
  const fromNegatives = description.learnsFrom === "positive and negative";
  describe(`the learner ${name}`, () => {
    const bags = trainingSet();
    const fresh = freshSet();
    /** The same for all tests that only look at it. */
    const fitted = create({}).fit(bags);
    /** The same without intervals, for those that fit once more and compare. */
    const fittedQuickly = quick({}).fit(bags);

    it("is found by its name and describes itself", async () => {
      expect(learnerByName(name).description).toBe(description);
      expect(create({}).name).toBe(name);
      expect(new Set(description.options.map((option) => option.name)).size).toBe(description.options.length);
      for (const { help } of [description, ...description.options]) expect(help).toMatch(/^\S.+\S$/);
      for (const { help } of description.options) expect(help).not.toMatch(/\.$/);
      for (const text of [description.when, description.cost]) expect(text).toMatch(/^\S.*\.$/);
      for (const text of [description.label, description.title, description.paper, description.report.noBound])
        expect(text).toMatch(/^\S.*[^.\s]$/);
      expect(description.options.some((option) => option.name === "prior")).toBe(description.prior.takes.length > 0);
      expect([description.parallel, (await work?.())?.name]).toEqual([work !== undefined, work && name]);
    });

    it("accepts the defaults it describes", () => {
      const options = description.options.filter((option) => option.default !== null);
      expect(() => create(Object.fromEntries(options.map((option) => [option.name, option.default])))).not.toThrow();
    });

    it("fits, and ranks, scores and answers consistently", async () => {
      const model = await fitted;
      const scores = model.scores(fresh);
      const predictions = model.predict(fresh);
      const ranked = model.rank(fresh);
      expect(model.features).toEqual(bags.features);
      expect(model.card).toMatchObject({ learner: name, training: { positive: 10, unlabeled: 20 } });
      expect(predictions.map(({ bag }) => bag)).toEqual(fresh.ids());
      predictions.forEach(({ score, predicted }, i) => {
        expect(score).toBe(scores[i]);
        expect(predicted).toBe(score >= model.threshold ? "positive" : "negative");
      });
      expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, k) => k + 1));
      expect(ranked.map(({ score }) => score)).toEqual([...scores].sort((a, b) => b - a));
      for (const { index, bag, known } of ranked)
        expect([bag, known]).toEqual([fresh.idOf(index), fresh.labelOf(index)]);
      expectHonest(model, fresh);
    });

    it("does what it says of itself: held-out scores, scores of instances, the prior, its problem", async () => {
      const model = await fitted;
      expect(model.heldOut !== null).toBe(description.holdsOut);
      expect(model.instances(fresh) !== null).toBe(description.scoresInstances);
      expect(model.card.prior !== null).toBe(description.prior.estimates);
      let problems = 0;
      await quick({}).fit(bags, { onProblem: () => problems++ });
      expect(problems > 0).toBe(description.dumpsProblem);
    });

    it("explains every bag: what each instance contributes, exactly, and which one is the witness", async () => {
      const model = await fitted;
      const explanations = await explain(model, fresh, { features: Number.POSITIVE_INFINITY });
      const scored = model.instances(fresh);
      const scores = model.scores(fresh);
      const scale = Math.max(...scores.map(Math.abs));
      expect(explanations.map(({ bag, score }) => [bag, score])).toEqual(fresh.ids().map((bag, i) => [bag, scores[i]]));
      for (const { index, contributions, witness, features } of explanations) {
        const rows = rowsOf(fresh, index);
        const wanted = scored?.[index].scores ?? contributionsOf(model, rows, fresh.features);
        expect(contributions.length).toBe(rows.length);
        contributions.forEach((value, k) => {
          expect(Math.abs(value - wanted[k])).toBeLessThanOrEqual(1e-9 * scale);
        });
        expect(witness.instance).toBe(scored?.[index].key ?? contributions.indexOf(Math.max(...contributions)));
        expect(witness.row).toBe(fresh.startOf(index) + witness.instance);
        if (rows.length === 1 || scored !== null) continue;
        const effects = effectsOf(model, rows, witness.instance, fresh.features);
        for (const [j, feature] of fresh.features.entries()) {
          const told = features.find(({ name: each }) => each === feature)?.effect ?? 0;
          expect(Math.abs(told - effects[j])).toBeLessThanOrEqual(1e-9 * scale);
        }
      }
      for (const { index, witness } of model.rank(fresh)) expect(witness).toEqual(explanations[index].witness);
      expect(model.scoresInstances).toBe(scored !== null);
    });

    it("knows the hashes of its training bags, in an order that tells nothing", async () => {
      const model = decodeModel(encodeModel(await fitted));
      expect(model.trainedOn).toEqual(bagHashes(shuffleInstances(bags)).sort());
    });

    it("changes neither the bags nor the options", async () => {
      const options = { seed: 3 };
      const before = await contentHash(bags);
      await quick(options).fit(bags);
      expect(await contentHash(bags)).toBe(before);
      expect(options).toEqual({ seed: 3 });
      expect(Object.isFrozen(options)).toBe(false);
    });

    it("gives a model that nobody can change", async () => {
      const model = await fitted;
      expect(isFrozenDeeply(model.card)).toBe(true);
      expect(() => Object.assign(model.card.certificate, { relativeGap: 0 })).toThrow(TypeError);
      const scores = model.scores(fresh);
      scores.fill(0);
      expect(model.scores(fresh)).not.toEqual(scores);
    });

    it("gives the same bytes for the same seed, and fits with another", async () => {
      const again = await create({}).fit(bags);
      expect(encodeModel(again)).toEqual(encodeModel(await fitted));
      expectHonest(await rough({ seed: 99 }).fit(bags), fresh);
    });

    it.each(["binary", "json", "auto"] as const)("saves and loads without a change, as %s", async (form) => {
      const model = await fitted;
      const bytes = encodeModel(model, { form });
      const loaded = decodeModel(bytes);
      expect(loaded.scores(fresh)).toEqual(model.scores(fresh));
      expect(loaded.card).toEqual(model.card);
      expect(isFrozenDeeply(loaded.card)).toBe(true);
      expect(encodeModel(loaded, { form })).toEqual(bytes);
    });

    it("does not care in which order the bags come, to the last bit", async () => {
      const model = await fittedQuickly;
      const other = await quick({}).fit(shuffleBags(bags));
      expect(other.scores(fresh)).toEqual(model.scores(fresh));
    });

    it.each([
      ["instances", shuffleInstances],
      ["features", shuffleFeatures],
    ])("does not care in which order the %s come", async (_, shuffle) => {
      const model = await fittedQuickly;
      const other = await quick({}).fit(shuffle(bags));
      const [expected, found] = [model.scores(fresh), other.scores(fresh)];
      const largest = Math.max(...expected.map(Math.abs));
      found.forEach((score, i) => {
        expect(Math.abs(score - expected[i])).toBeLessThanOrEqual(1e-6 * largest);
      });
      expect(order(other, fresh)).toEqual(order(model, fresh));
      // The same bags again, scored with another order: features are matched by name.
      expect(model.scores(shuffleFeatures(fresh))).toEqual(expected);
      expect(order(model, shuffleInstances(fresh))).toEqual(order(model, fresh));
    });

    it("scores a bag the same whatever else is scored", async () => {
      const model = await fitted;
      const all = model.scores(fresh);
      for (const numbers of [[0], [7, 3], Array.from({ length: 13 }, (_, k) => 2 * k)]) {
        expect([...model.scores(fresh.subset(numbers))]).toEqual(numbers.map((i) => all[i]));
      }
      expect(model.scores(fresh.subset([]))).toEqual(new Float64Array(0));
      expect(model.rank(fresh.subset([]))).toEqual([]);
    });

    it("names the features when a set has others", async () => {
      const model = await fitted;
      const fewer = rebuilt(fresh, (rows) => rows.map((row) => row.slice(0, 2)), { features: ["f1", "f2"] });
      const renamed = rebuilt(fresh, (rows) => rows, { features: ["f1", "f2", "weight"] });
      const more = rebuilt(fresh, (rows) => rows.map((row) => [...row, 0]), { features: ["f1", "f2", "f3", "extra"] });
      expect((await refusal(() => model.scores(fewer))).message).toContain('"f3"');
      expect((await refusal(() => model.rank(renamed))).message).toMatch(/"f3".*"weight"/);
      expect((await refusal(() => model.predict(more))).message).toContain('"extra"');
    });

    it("refuses bags that cannot be scored", async () => {
      const model = await fitted;
      const holed = rebuilt(fresh, (rows, i) => (i === 4 ? rows.map(() => [0, Number.NaN, 0]) : rows));
      expect((await refusal(() => model.scores(holed))).where).toMatchObject({ bag: fresh.idOf(4), field: "f2" });
    });

    it("refuses training bags without the labels it needs", async () => {
      for (const label of description.needs) {
        const without = bags.filter((i) => bags.labelOf(i) !== label);
        expect((await refusal(() => create({}).fit(without))).code).toBe(`no-${label}`);
      }
      await refusal(() => create({}).fit(bags.subset([])));
    });

    it.runIf(fromNegatives)(
      "learns from positive and negative bags alone, and says if unlabeled ones count",
      async () => {
        const negative = bags.withLabels(bags.labels().map((label) => (label === "unlabeled" ? "negative" : label)));
        const model = await quick({}).fit(negative);
        expect(model.card.training).toMatchObject({ positive: 10, unlabeled: 0, negative: 20 });
        expect(model.heldOut?.negative.length ?? 20).toBe(20);
        expectHonest(model, fresh);
        const codes = ({ card }: Model) => card.notes.map(({ code }) => code);
        expect(codes(await fitted)).toContain("unlabeled-as-negative");
        expect(codes(model)).not.toContain("unlabeled-as-negative");
        expect((await refusal(() => create({ unlabeledAs: "drop" }).fit(bags))).code).toBe("no-negative");
        expect((await refusal(() => create({}).fit(bags.positive()))).code).toBe("no-unlabeled");
      },
    );

    it.runIf(description.options.some((option) => option.name === "negatives"))(
      "asks what to do with known negatives unless it can use them, and does what it is told",
      async () => {
        const labels = bags.labels();
        const hidden = bags.labels().indexOf("unlabeled");
        const withNegative = bags.withLabels(labels.map((label, i) => (i === hidden ? "negative" : label)));
        const uses = description.options.find((option) => option.name === "negatives")?.default === "use";
        expect((await refusal(() => create({ negatives: "refuse" }).fit(withNegative))).remedy).toContain(
          "the option negatives",
        );
        if (uses) {
          const { card } = await quick({}).fit(withNegative);
          expect(card.training).toMatchObject({ positive: 10, unlabeled: 19, negative: 1 });
          expect(card.notes.map(({ code }) => code)).toContain("negatives");
          const none = bags.withLabels(labels.map((label) => (label === "unlabeled" ? "negative" : label)));
          if (description.needs.includes("unlabeled"))
            expect((await refusal(() => create({}).fit(none))).code).toBe("no-unlabeled");
        } else {
          expect((await refusal(() => create({}).fit(withNegative))).code).toBe("known-negatives");
          await refusal(() => create({ negatives: "use" }));
        }
        const kept = await quick({ negatives: "unlabeled" }).fit(withNegative);
        expect(kept.scores(fresh)).toEqual((await fittedQuickly).scores(fresh));
        const dropped = await quick({ negatives: "drop" }).fit(withNegative);
        expect(dropped.card.training.unlabeled).toBe(19);
        expect(dropped.card.notes.map(({ code }) => code)).toContain("negatives");
      },
    );

    it("refuses an option that does not exist", async () => {
      expect((await refusal(() => create({ nonsense: 1 }))).message).toContain("nonsense");
    });

    it.each(description.options.map((option): [string, OptionDescription] => [option.name, option]))(
      "refuses a value that does not fit the option %s",
      async (option, described) => {
        for (const value of misfits(described)) {
          const { message, remedy } = await refusal(() => create({ [option]: value }));
          expect(message).toContain(option);
          expect(remedy).toMatch(/^\S.*\.$/);
        }
      },
    );

    it.each<[string, () => BagSet]>([
      ["one unlabeled bag", () => bags.subset([...numbersOf("positive"), numbersOf("unlabeled")[0]])],
      ["one positive bag", () => bags.subset([numbersOf("positive")[0], ...numbersOf("unlabeled")])],
      ["one bag of each kind", () => bags.subset([numbersOf("positive")[0], numbersOf("unlabeled")[0]])],
      [
        "two bags of each kind",
        () => bags.subset([...numbersOf("positive").slice(0, 2), ...numbersOf("unlabeled").slice(0, 2)]),
      ],
      ["one instance in each bag", () => trainingSet({ bagSize: [1, 1] })],
      ["all instances equal", () => rebuilt(bags, (rows) => rows.map(() => [1, 2, 3]))],
      ["all instances 0", () => rebuilt(bags, (rows) => rows.map(() => [0, 0, 0]))],
      [
        "positive and unlabeled bags alike",
        () =>
          rebuilt(bags, () => [
            [1, 2, 3],
            [3, 2, 1],
          ]),
      ],
      ["every bag twice", () => rebuilt(bags, (_, i) => [[i % 5, i % 3, 1]])],
      ["huge values", () => rebuilt(bags, (rows) => rows.map((row) => row.map((x) => x * 1e12)))],
      ["tiny values", () => rebuilt(bags, (rows) => rows.map((row) => row.map((x) => x * 1e-12)))],
    ])("fits with %s", async (_, make) => {
      const set = make();
      expectHonest(await rough({}).fit(set), set);
    });

    it("fits with one feature", async () => {
      const one = trainingSet({ dimensions: 1 });
      expectHonest(await quick({}).fit(one), freshSet({ dimensions: 1 }));
    });

    it("stops when the signal is aborted, before or on the way", async () => {
      const reason = new Error("enough");
      await expect(create({}).fit(bags, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const controller = new AbortController();
      const onProgress = () => controller.abort(reason);
      await expect(create({}).fit(bags, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    });

    it("reports progress", async () => {
      const seen: TrainingProgress[] = [];
      await quick({}).fit(bags, { onProgress: (progress) => seen.push(progress) });
      expect(seen.length).toBeGreaterThan(0);
      for (const [k, { step, done, total }] of seen.entries()) {
        expect(done).toBeLessThanOrEqual(total);
        if (k > 0 && seen[k - 1].step === step) expect(done).toBeGreaterThan(seen[k - 1].done);
      }
      const last = seen[seen.length - 1];
      expect(last.done).toBe(last.total);
    });

    function numbersOf(label: string): number[] {
      return Array.from({ length: bags.size }, (_, i) => i).filter((i) => bags.labelOf(i) === label);
    }
  });
}
