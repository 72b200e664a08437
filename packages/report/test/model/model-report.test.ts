import { createHash } from "node:crypto";
import { registerBaselines } from "@bagwise/baselines";
import { type BagSet, contentHash, synthesise } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import type { NoteCode } from "@bagwise/core/codes";
import { evaluateHeldOut } from "@bagwise/core/judge";
import { auto, LEARNERS, puSkc } from "@bagwise/core/learners";
import { Model } from "@bagwise/core/model";
import { priorOf } from "@bagwise/core/prior";
import { heldOutMeasures } from "@bagwise/core/scores";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { modelReport } from "../../../bagwise/src/entries/report.js";
import { bagSet } from "../../../core/test/bags/make.js";
import { withRoughIntervals } from "../../../core/test/learners/make.js";
import { tinyModel } from "../../../core/test/model/make.js";
import { makeReportData } from "../../src/model/make-report-data.js";
import { emptyDocument } from "../empty-document.js";
import { BELIEVED, fakeBelief, fakeHeldOut, fakeModel, fakeRisks } from "./make-model.js";

registerBaselines();

const quick = { bootstrap: 40 };

async function opened(model: Model, options: Partial<Parameters<typeof modelReport>[1]> = {}) {
  const text = await modelReport(model, { document: emptyDocument(), ...quick, ...options });
  const { document } = parseHTML(text);
  const section = (id: string) => document.querySelector(`section#${id}`)?.textContent ?? "";
  return { text, document, section, lead: document.querySelector("main .lead")?.textContent ?? "" };
}

/** The bags of `tinyModel`. */
const tinyBags = () => synthesise({ bags: 14, labeled: 5, dimensions: 2, bagSize: [1, 3], seed: 4 }).bags;

describe("modelReport", () => {
  it("has its sections in their order, each in the list of contents", async () => {
    const { document } = await opened(await fakeModel({ card: { prior: BELIEVED, risks: fakeRisks() } }), {
      bags: tinyBags(),
    });
    const ids = [...document.querySelectorAll("main > section")].map(({ id }) => id);
    expect(ids).toEqual([
      "top",
      "measures",
      "why",
      "bags",
      "data",
      "prior",
      "grid",
      "scores",
      "curves",
      "map",
      "certificate",
      "theorem",
      "reproduce",
      "run",
    ]);
    const links = [...document.querySelectorAll("nav a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(ids.map((id) => `#${id}`));
  });

  it("says first how good the ranking is, how many positives there are and what the threshold does", async () => {
    const { lead, document } = await opened(await fakeModel({ card: { prior: BELIEVED } }));
    expect(lead).toMatch(
      /at least \d+ of 100 cases, perhaps \d+ \(AUC 0\.\d\d, 90\s% interval 0\.\d\d to [01]\.\d\d\)/,
    );
    expect(lead).toMatch(/At least 24, perhaps 48 of the 160 .* \(90\s% interval 24 to 74\)/);
    const held = fakeHeldOut();
    const called = held.unlabeled.filter((score) => score >= 0).length;
    expect(lead).toMatch(new RegExp(`threshold 0 .*\\b${called} of them positive`));
    expect([...document.querySelectorAll(".tiles dt")].map((title) => title.textContent)).toEqual([
      "AUC",
      "Precision",
      "Recall",
      "Accuracy",
      "Prior",
    ]);
  });

  it("is the same bytes for the same model and bags, and other bytes for another seed", async () => {
    const model = await fakeModel({ card: { prior: BELIEVED } });
    const made = (seed: number) => modelReport(model, { document: emptyDocument(), ...quick, seed, bags: tinyBags() });
    const first = await made(1);
    expect(await made(1)).toBe(first);
    expect(await made(2)).not.toBe(first);
  });

  it("loads nothing, runs nothing but the script that its policy names, and shows no half-made number", async () => {
    const { text, document } = await opened(await fakeModel({ card: { prior: BELIEVED, risks: fakeRisks() } }), {
      bags: tinyBags(),
    });
    expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org)|@import|url\(/);
    const [data, script, ...more] = [...document.querySelectorAll("script")];
    expect(more).toEqual([]);
    expect(data.getAttribute("type")).toBe("application/json");
    const hash = createHash("sha256")
      .update(script.textContent ?? "")
      .digest("base64");
    const policy = document.querySelector("meta[http-equiv]")?.getAttribute("content") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${hash}'`);
    expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
    for (const figure of document.querySelectorAll("figure")) {
      const name = figure.getAttribute("id") ?? "";
      expect(figure.querySelectorAll("svg[role=img]").length, name).toBeGreaterThan(0);
      expect(figure.querySelectorAll("details tbody tr").length, name).toBeGreaterThan(0);
    }
    expect(document.querySelectorAll("figure").length).toBeGreaterThanOrEqual(8);
  });

  it("escapes whatever a user names: bags, features, title, notes, paths, threshold", async () => {
    const evil = `<script>alert("x")</script>&'`;
    const rows = Array.from({ length: 12 }, (_, i) => [[i % 5, (i * i) % 7]]);
    const bags = bagSet(rows, {
      labels: rows.map((_, i) => (i < 4 ? "positive" : "unlabeled")),
      features: [evil, "b"],
      ids: rows.map((_, i) => `${evil}${i}`),
    });
    const trained = await puSkc({ prior: 0.3, degree: 1, lambda: 0.1 }).fit(bags);
    const { text, document } = await opened(trained.with({ threshold: { value: 0.1, rule: evil, reason: evil } }), {
      bags,
      title: evil,
      notes: [{ code: evil as NoteCode, message: evil }],
      sources: { model: evil, data: evil, commands: [evil], reading: [{ code: "alike", message: evil }] },
    });
    expect(text).not.toContain("<script>alert");
    expect(document.querySelectorAll("script").length).toBe(2);
    const data = JSON.parse(document.querySelector("#table-data")?.textContent ?? "");
    expect(data.columns[0].values).toHaveLength(12);
    expect(data.columns[0].values[0]).toContain(evil);
    expect(document.querySelector("h1")?.textContent).toBe(evil);
    expect(document.querySelector("#top")?.textContent).toContain(`${evil}`);
  });

  it("knows whether the bags are those of the training", async () => {
    const model = await tinyModel();
    const bags = tinyBags();
    expect(await contentHash(bags)).toBe(model.card.training.dataHash);
    const differs = async (given: BagSet) =>
      (await opened(model, { bags: given })).document.querySelector("#data .callout") !== null;
    expect(await differs(bags)).toBe(false);
    const fewer = bags.subset(Uint32Array.from({ length: bags.size - 1 }, (_, i) => i));
    expect(await differs(fewer)).toBe(true);
  });

  it("says why what needs bags is not there without them", async () => {
    const { section, document } = await opened(await fakeModel());
    expect(section("data")).toContain("contains no bags");
    expect(document.querySelector("#left-out")?.textContent).toContain("bagwise report MODEL FILE");
    for (const id of ["bag-sizes", "top", "why", "bags", "map"])
      expect(document.querySelector(`#${id}`), id).toBeNull();
    expect(document.querySelectorAll("script").length).toBe(0);
  });

  it("reckons with a prior that the reader gives, exact or a range", async () => {
    const model = await fakeModel({ card: { prior: BELIEVED } });
    const exact = await opened(model, { prior: 0.1 });
    expect(exact.section("prior")).toMatch(/0\.10, given for this report: about 16 /);
    expect(exact.document.querySelector("#prior-belief")).toBeNull();
    const range = await opened(model, { prior: "0.2..0.4" });
    expect(range.section("prior")).toMatch(/90\s% interval 0\.2\d to 0\.3\d/);
    expect(range.document.querySelector("#prior-belief")).not.toBeNull();
    await expect(opened(model, { prior: 1.5 })).rejects.toThrow(/prior/);
  });

  it("tells how far it is, up to the end", async () => {
    const steps: [number, number][] = [];
    await opened(await fakeModel(), { onProgress: (done, total) => steps.push([done, total]) });
    expect(steps.map(([done]) => done)).toEqual(steps.map((_, k) => k + 1));
    expect(steps.at(-1)).toEqual([steps.length, steps.length]);
  });

  it("shows a threshold that was chosen with its rule and reason", async () => {
    const model = (await fakeModel()).with({
      threshold: { value: 0.5, rule: "budget=40", reason: "so that 40 bags are called" },
    });
    expect((await opened(model)).section("scores")).toMatch(/0\.5, .*budget=40: so that 40 bags are called\./);
  });
});

describe("a report of what is missing", () => {
  it("says why there is no measure without held-out scores, and what to do", async () => {
    const { document, lead, text } = await opened(await fakeModel({ heldOut: null }));
    expect(lead).toContain("not known");
    for (const id of ["scores", "curves"]) expect(document.querySelector(`#${id}`), id).toBeNull();
    expect(document.querySelectorAll('#left-out a[href="#not-held-out"]').length).toBe(2);
    expect(text).not.toMatch(/NaN|undefined/);
  });

  it.each([
    ["pu-mil", { learner: "pu-mil" }, {}],
    ["too few bags", { notes: [{ code: "nothing-held-out", message: "too few" } as const] }, {}],
    ["its setting", {}, {}],
    ["earlier bagwise", {}, { trainedOn: new Float64Array(0) }],
  ])("gives one reason, the true one, once: %s", async (reason, card, parts) => {
    const fake = await fakeModel({ heldOut: null, card });
    const { document } = await opened(new Model({ ...fake.parts(), ...parts }));
    expect(document.querySelector("#not-held-out")?.textContent).toContain(reason);
    const whole = document.querySelector("body")?.textContent ?? "";
    const reasons = ["holds no bags out", "too few bags", "its setting,", "earlier bagwise"];
    expect(reasons.map((each) => whole.split(each).length - 1).sort()).toEqual([0, 0, 0, 1]);
  });

  it("has the numbers that evaluate and train have, by default", async () => {
    const model = await fakeModel({ card: { prior: BELIEVED } });
    const held = model.heldOut ?? fakeHeldOut();
    const prior = priorOf(BELIEVED);
    const { measures } = evaluateHeldOut(held, { prior });
    const report = await makeReportData(model, { document: emptyDocument() }, () => {});
    expect(report.measures).toEqual(measures);
    expect(report.measures).toEqual(heldOutMeasures(held, { prior: prior.value, belief: prior.belief }));
  });

  it("does not say that a ranking is free of the prior where training was not", async () => {
    const said = async (learner: string) =>
      (await opened(await fakeModel({ card: { learner, prior: BELIEVED } }))).section("prior");
    expect(await said("auto")).not.toContain("training of");
    expect(await said("pu-skc")).toContain("training of pu-skc");
  });

  it("shows measures over all priors when none is known", async () => {
    const { section, lead, document, text } = await opened(await fakeModel({ card: { prior: null } }));
    expect(lead).toMatch(/AUC [01]\.\d\d if it is 0\.1, [01]\.\d\d if it is 0\.5/);
    expect(section("prior")).toContain("--prior");
    expect(document.querySelectorAll("#sensitivity svg")).toHaveLength(3);
    expect(document.querySelector("#curves")).toBeNull();
    expect(document.querySelector("#left-out")?.textContent).toContain("--prior");
    expect(document.querySelector("#score-distribution")).not.toBeNull();
    expect(text).not.toMatch(/NaN|undefined/);
  });

  it.each([
    ["one positive bag", fakeHeldOut({ positive: 1 })],
    ["constant scores", fakeHeldOut({ constant: 0.25 })],
    ["scores below the threshold, all of them", fakeHeldOut({ constant: -3 })],
    ["a single unlabeled bag", fakeHeldOut({ unlabeled: 1 })],
    ["a single set with known negatives", fakeHeldOut({ scenario: "single-set", negative: 20 })],
  ])("survives %s", async (_, heldOut) => {
    const { text, document, section } = await opened(await fakeModel({ heldOut, card: { prior: BELIEVED } }));
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    if (new Set(heldOut.unlabeled).size === 1 && heldOut.unlabeled.length > 1)
      expect(section("scores")).toContain("same score");
    expect(document.querySelectorAll(".tiles > div")).toHaveLength(5);
  });

  it("says when the model always gives the same answer", async () => {
    const never = await opened(await fakeModel({ heldOut: fakeHeldOut({ constant: -3 }) }));
    expect(never.lead).toContain("never says yes");
    const always = await opened(await fakeModel({ heldOut: fakeHeldOut({ constant: 3 }) }));
    expect(always.lead).toContain("always says yes");
  });

  it("stays small with thousands of bags", async () => {
    const heldOut = fakeHeldOut({ positive: 2000, unlabeled: 20_000 });
    const text = await modelReport(await fakeModel({ heldOut }), { document: emptyDocument(), bootstrap: 3 });
    expect(text.length).toBeLessThan(400_000);
  });

  it("puts the gravest note first, and others in their section only", async () => {
    const notes: Note[] = [
      { code: "centres-drawn", message: "some instances are centres" },
      { code: "certificate", message: "the problem was not solved" },
    ];
    const grave = await opened(await fakeModel({ card: { notes, prior: BELIEVED } }));
    expect(grave.document.querySelector("main > .callout")?.textContent).toMatch(
      /Note: the problem was not solved\. 1 more note/,
    );
    const mild = await opened(await fakeModel({ card: { notes: notes.slice(0, 1), prior: BELIEVED } }));
    expect(mild.document.querySelector("main > .callout")).toBeNull();
    expect(mild.section("warnings")).toContain("Some instances are centres.");
  });

  it("promises by the lower ends alone, and says what would tell more", async () => {
    const notes: Note[] = [{ code: "centres-drawn", message: "some instances are centres" }];
    const sources = { model: "models/rare.model", data: "a folder/rare runs.csv" };
    const rare = { ...BELIEVED, value: 0.05, low: 0.001, high: 0.2, belief: fakeBelief(0.05, 0.15) };
    const poor = await opened(await fakeModel({ card: { notes, prior: rare } }), { sources });
    const main = poor.document.querySelector("main")?.textContent ?? "";
    expect(main).not.toContain("serious warning");
    expect(poor.document.querySelector(".lead code")?.textContent).toBe(
      "bagwise audit rare.model 'rare runs.csv' -n 30 --out audit.csv",
    );
    const heldOut = fakeHeldOut({ positive: 300, unlabeled: 2000 });
    const known = { ...BELIEVED, value: 0.3, low: 0.28, high: 0.32, belief: fakeBelief(0.3, 0.03) };
    const good = await opened(await fakeModel({ heldOut, card: { notes, prior: known } }), { sources });
    expect(good.document.querySelector(".lead code")).toBeNull();
    expect(good.document.querySelector("main")?.textContent).toContain("No serious warning");
  });

  it("shows a warning first although it is not on the list of grave ones", async () => {
    const notes: Note[] = [{ code: "labels-not-fair", message: "the labels are no fair sample" }];
    const { document } = await opened(await fakeModel({ card: { notes, prior: BELIEVED } }));
    expect(document.querySelector("main > .callout")?.textContent).toContain("no fair sample");
  });

  it.each(["tells-nothing", "alike", "too-few-labels"] as const)(
    "says %s first, and shows no probability",
    async (code) => {
      const notes: Note[] = [{ code, message: "nothing separates the bags" }];
      const { document, section } = await opened(await fakeModel({ card: { notes, prior: BELIEVED } }), {
        bags: tinyBags(),
      });
      expect(document.querySelector("main > :first-child")?.textContent).toContain("nothing separates the bags");
      for (const id of ["top", "why"]) expect(section(id)).not.toContain("probability");
      const { columns } = JSON.parse(document.querySelector("#table-data")?.textContent ?? "");
      expect(columns.map(({ name }: { name: string }) => name)).not.toContain("probability");
    },
  );

  it("leaves out the grid of auto, which searches none, and says so near the end", async () => {
    const { bags } = synthesise({ bags: 40, labeled: 12, dimensions: 3, bagSize: [1, 3], seed: 5 });
    const { document } = await opened(await auto({}).fit(bags), { bags });
    expect(document.querySelector("#grid")).toBeNull();
    expect(document.querySelector("#theorem")).toBeNull();
    expect(document.querySelector("#left-out")?.textContent).toContain("searches no grid");
    expect(document.querySelector("#prior-belief")).not.toBeNull();
  });

  it("shows the weights of known negatives beside the grid", async () => {
    const risks = fakeRisks().flatMap((each) =>
      each.degree === 2 && each.lambda === 1e-3
        ? [
            { ...each, negativeWeight: 0.5 },
            { ...each, negativeWeight: 0.1, risk: 0.19 },
          ]
        : [{ ...each, negativeWeight: 0.5 }],
    );
    const card = { risks, chosen: { degree: 2, lambda: 1e-3, negativeWeight: 0.1 } };
    const { document, section } = await opened(await fakeModel({ card }));
    expect(document.querySelectorAll("#risk-heat-map tbody tr")).toHaveLength(9);
    expect(section("grid")).toContain("known negatives");
  });
});

it.each(LEARNERS.map((entry) => [entry.description.name, entry] as const))(
  "the report of %s is whole",
  async (_, entry) => {
    const { bags } = synthesise({ bags: 40, labeled: 12, dimensions: 3, bagSize: [1, 3], seed: 5 });
    const model = await withRoughIntervals(entry)({}).fit(bags);
    const { text, document } = await opened(model, { bags });
    expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
    const shown = [...document.querySelectorAll("main > section")].map(({ id }) => id);
    for (const id of ["top", "why", "bags", "data", "prior", "map", "certificate", "reproduce", "run"])
      expect(shown).toContain(id);
    // Everything else is shown too, or named with the reason.
    const leftOut = [...document.querySelectorAll("#left-out dt")].length;
    const silent = ["measures", "warnings"].filter((id) => !shown.includes(id)).length;
    expect(shown.length + leftOut + silent).toBe(15);
  },
);
