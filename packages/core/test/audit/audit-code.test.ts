import { describe, expect, it } from "vitest";
import {
  type AuditCode,
  auditCodeText,
  auditSources,
  checkSameAudit,
  parseAuditCode,
} from "../../src/audit/audit-code.js";
import { contentHash } from "../../src/bags/content-hash.js";
import { CALIBRATION_METHODS, calibrateModel } from "../../src/judge/calibration/calibrate-model.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { Model } from "../../src/model/model.js";
import { trainingSet } from "../learners/make.js";

const CODE: AuditCode = {
  n: 30,
  seed: -1,
  threshold: -0.25,
  file: "12ab34cd",
  model: "56ef78ab",
  strata: [
    { size: 28, drawn: 7 },
    { size: 242, drawn: 242 },
  ],
};

describe("an audit code", () => {
  it("is read as it was written", () => {
    const text = auditCodeText(CODE);
    expect(text).toBe("n30-s-1-t-0.25-f12ab34cd-m56ef78ab-d7of28_242of242");
    expect(parseAuditCode(text)).toEqual(CODE);
    for (const threshold of [0, 1e-9, -1.5e21, 3])
      expect(parseAuditCode(auditCodeText({ ...CODE, threshold }))?.threshold).toBe(threshold);
    expect(parseAuditCode("n3-s0-t0-f12ab34cd-m56ef78ab-d3of3")?.strata).toEqual([{ size: 3, drawn: 3 }]);
  });

  it("is none if a part is missing, too long or impossible", () => {
    const text = auditCodeText(CODE);
    for (const wrong of [
      "",
      text.slice(1),
      ` ${text}`,
      `${text}_`,
      text.replace("7of28", "29of28"),
      text.replace("242of242", "243of242"),
      text.replace("t-0.25", "t1e999"),
      text.replace("t-0.25", "t1e"),
      text.replace("t-0.25", "t"),
      text.replace("12ab34cd", "12ab34c"),
      text.replace("12ab34cd", "12AB34CD"),
    ])
      expect([wrong, parseAuditCode(wrong)]).toEqual([wrong, null]);
  });

  it("is of the bags and of what the scores of a model depend on: not of threshold and calibration", async () => {
    const bags = trainingSet({ bags: 30, labeled: 8 });
    const hash = await contentHash(bags);
    const fit = (lambda: number) => puSkc({ prior: 0.3, degree: [1], lambda: [lambda] }).fit(bags);
    const model = await fit(0.1);
    const sources = await auditSources(model, hash);
    expect(sources.file).toBe(hash.slice(0, 8));
    expect(sources.model).toMatch(/^[0-9a-f]{8}$/);
    const { scaling, scorer } = model.parts();
    const other = new Model({
      scaling,
      scorer,
      card: { ...model.card, calibration: null, threshold: { value: 0.5, rule: "value" } as never },
    });
    expect(await auditSources(other, hash)).toEqual(sources);
    for (const method of CALIBRATION_METHODS)
      expect(await auditSources(calibrateModel(model, { method, prior: 0.4 }), hash)).toEqual(sources);
    expect((await auditSources(await fit(1), hash)).model).not.toBe(sources.model);
    // The code starts with a letter, and the first digits are those of the whole hashes.
    const again = await auditSources(model, `0123456789${hash}`);
    expect(again).toEqual({ ...sources, file: "01234567" });
  });

  it("says how the files given now differ from those of the draw", () => {
    const now = { n: 30, seed: -1, file: "12ab34cd", model: "56ef78ab", unlabeled: 270 };
    const check = (changes: object) => () => checkSameAudit(CODE, { ...now, ...changes }, { model: "m", file: "f" });
    expect(check({})).not.toThrow();
    const differs = { code: "audit-mismatch" };
    expect(check({ file: "00000000" })).toThrow(
      expect.objectContaining({ ...differs, message: expect.stringMatching(/bags other than those in f/) }),
    );
    expect(check({ model: "00000000" })).toThrow(
      expect.objectContaining({ ...differs, message: expect.stringMatching(/model other than m/) }),
    );
    expect(check({ unlabeled: 271 })).toThrow(
      expect.objectContaining({ ...differs, message: expect.stringMatching(/270 unlabeled bags, not 271/) }),
    );
    expect(check({ n: 31 })).toThrow(
      expect.objectContaining({ ...differs, message: expect.stringMatching(/n 30, not 31/) }),
    );
    expect(check({ seed: 0 })).toThrow(
      expect.objectContaining({ ...differs, message: expect.stringMatching(/seed -1, not 0/) }),
    );
  });
});
