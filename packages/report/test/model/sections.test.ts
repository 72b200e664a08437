import { registerBaselines } from "@bagwise/baselines";
import { learnerByName } from "@bagwise/core/learners";
import type { Certificate, ModelCard } from "@bagwise/core/model";
import { givenPriorCard } from "@bagwise/core/training";
import { describe, expect, it } from "vitest";
import { certificate, certificateVerdict } from "../../src/model/certificate.js";
import { LeftOut } from "../../src/model/left-out.js";
import { laterCommands, modelReproduce, modelRun, trainingCommand } from "../../src/model/reproduce.js";
import { theorem } from "../../src/model/theorem.js";
import { reportData, shown, smallModel } from "./make-report-data.js";

registerBaselines();

const CERTIFICATE: Certificate = {
  status: "solved",
  iterations: 14,
  primalObjective: 0.123456,
  dualObjective: 0.1234559,
  relativeGap: 3.4e-9,
};

async function cardWith(changes: Partial<ModelCard>): Promise<ModelCard> {
  return { ...(await smallModel()).card, ...changes };
}

describe("the certificate", () => {
  it("gives status, gap, both objectives and iterations", async () => {
    const { text } = certificate(await reportData({ card: await cardWith({ certificate: CERTIFICATE }) }));
    for (const part of ["solved", "3.4 · 10⁻⁹", "0.123", "14"]) expect(text).toContain(part);
  });

  it("says in plain words what each status means", () => {
    const said = (["solved", "inaccurate", "iteration-limit", "invalid"] as const).map((status) =>
      certificateVerdict({ ...CERTIFICATE, status }),
    );
    expect(new Set(said).size).toBe(4);
    expect(said[0]).toContain("3.4 · 10⁻⁹");
    expect(certificateVerdict({ ...CERTIFICATE, relativeGap: 1e-17 })).not.toMatch(/\d/);
    expect(certificateVerdict({ ...CERTIFICATE, status: "inaccurate", relativeGap: 0.02 })).toContain("0.02");
  });

  it("stands for a problem without a solution, whose numbers are none", async () => {
    const none = {
      status: "invalid",
      iterations: 0,
      primalObjective: Number.NaN,
      dualObjective: Number.NaN,
      relativeGap: Infinity,
    } as const;
    const { text } = certificate(await reportData({ card: await cardWith({ certificate: none }) }));
    expect(text).not.toMatch(/NaN|Infinity/);
  });

  it("says of which problem it is where training is more than one", async () => {
    const of = async (learner: string) => certificate(await reportData({ card: await cardWith({ learner }) })).text;
    for (const learner of ["dsdd", "pu-mil"]) {
      const scope = learnerByName(learner).description.report.certificate;
      expect(scope).toMatch(/\w/);
      expect(await of(learner)).toContain(scope);
    }
    expect(learnerByName("pu-skc").description.report.certificate).toBeUndefined();
  });
});

describe("Theorem 1", () => {
  it("shows both terms, their shares and the advice", async () => {
    const data = await reportData();
    expect(data.card.bound).not.toBeNull();
    const { text } = shown(theorem(data));
    expect(text).toContain("12 positive bags");
    expect(text).toMatch(/role="img" aria-label="\d+\s% .* \d+\s% /);
    expect(text).toContain("C = ");
  });

  it("is a sentence for a bound of 0", async () => {
    const bound = { capacity: 0, positiveTerm: 0, unlabeledTerm: 0, total: 0, delta: 0.05 };
    const { text } = shown(theorem(await reportData({ card: await cardWith({ bound }) })));
    expect(text).toContain("The bound is 0");
    expect(text).not.toContain("NaN");
  });

  it.each(["auto", "pu-skc", "lsdd", "dsdd", "pu-mil", "new-learner"])("says why %s has none", async (learner) => {
    const left = theorem(await reportData({ card: await cardWith({ bound: null, learner }) }));
    expect(left instanceof LeftOut && left.why.text).toMatch(/because \w+/);
  });
});

describe("how to make it again", () => {
  it("writes options as the flags of train, quoted where a shell needs it", () => {
    const card = {
      learner: "pu-skc",
      options: { prior: 0.3, kernel: "minimax-polynomial", degrees: [1, 2], priorAtMost: "a b", seed: 7 },
    };
    expect(trainingCommand(card, { file: "my bags.csv", out: "m.model" })).toBe(
      "bagwise train 'my bags.csv' --out m.model --method pu-skc --prior 0.3 --kernel minimax-polynomial --degrees 1,2 --prior-at-most 'a b' --seed 7",
    );
  });

  it("adds the commands of a threshold and a calibration that were chosen after the training", async () => {
    const { card } = await smallModel();
    expect(laterCommands(card)).toEqual([]);
    const { ranges: _, ...prior } = card.prior ?? givenPriorCard(0.3);
    const later = {
      ...card,
      prior,
      threshold: { value: 1, rule: "precision=0.8", reason: "so" },
      calibration: { scores: [0, 1], probabilities: [0.1, 0.9] },
    };
    expect(laterCommands(later, { out: "my.model" })).toEqual([
      "bagwise calibrate my.model --method monotone --in-place",
      "bagwise threshold my.model --by precision=0.8 --in-place",
    ]);
  });

  it("names a placeholder where nobody knows the file, and the hash to find it by", async () => {
    const data = await reportData();
    const { text } = modelReproduce(data);
    expect(text).toContain("TRAINING-FILE");
    expect(text).toContain(data.card.training.dataHash);
    expect(text).toContain("--method pu-skc");
  });

  it("shows the commands it is given, and paths in the section run alone", async () => {
    const sources = {
      model: "/home/anna/m.model",
      data: "/home/anna/x.csv",
      reading: [],
      commands: ["bagwise train x.csv --out m.model"],
    };
    const data = await reportData({ sources });
    expect(modelReproduce(data).text).toContain("bagwise train x.csv --out m.model");
    expect(modelReproduce(data).text).not.toContain("/home/anna");
    expect(modelRun(data).text).toMatch(/^<section id="run">[\s\S]*\/home\/anna\/m\.model[\s\S]*\/home\/anna\/x\.csv/);
  });

  it("escapes what comes from outside", async () => {
    const sources = { model: "<script>", data: null, reading: [], commands: ["<script>"] };
    const data = await reportData({ sources });
    expect(modelReproduce(data).text + modelRun(data).text).not.toContain("<script>");
  });
});
