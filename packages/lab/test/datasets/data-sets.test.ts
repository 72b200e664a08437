import { describe, expect, it } from "vitest";
import { checkDataSet, DATA_SETS, dataSetByName } from "../../../bagwise/src/entries/lab.js";
import { dataFolder, missing } from "../../../bagwise/test/require-all.js";
import { originals, readPaperData } from "../make.js";

describe("DATA_SETS", () => {
  it("are the five of the paper, in its order", () => {
    expect(DATA_SETS.map(({ name }) => name)).toEqual(["musk1", "musk2", "elephant", "fox", "tiger"]);
  });

  it("are found by name, and a name nobody has is answered with all of them", () => {
    expect(dataSetByName("fox")).toMatchObject({ title: "Fox", multiple: 5, scaling: "none", eta: 1e4 });
    expect(dataSetByName("musk2")).toMatchObject({ title: "Musk2", multiple: 10, scaling: "z-score", eta: 1e5 });
    expect(() => dataSetByName("wolf")).toThrow(
      'there is no data set "wolf". Choose among musk1, musk2, elephant, fox, tiger.',
    );
  });
});

describe("checkDataSet", () => {
  it("says what is not as in Table 2", () => {
    const bags = originals({ positive: 100, negative: 60, features: 230 });
    const { ok, rows } = checkDataSet(dataSetByName("elephant"), bags);
    expect(ok).toBe(false);
    expect(rows).toEqual([
      { what: "features", expected: 230, found: 230, ok: true },
      { what: "positive bags", expected: 100, found: 100, ok: true },
      { what: "negative bags", expected: 100, found: 60, ok: false },
      { what: "instances per bag", expected: 7, found: Number((bags.instances / 160).toFixed(1)), ok: false },
    ]);
  });

  it("finds nothing in an empty set", () => {
    const { ok, rows } = checkDataSet(dataSetByName("fox"), originals().subset([]));
    expect(ok).toBe(false);
    expect(rows.map(({ found }) => found)).toEqual([3, 0, 0, 0]);
  });

  const folder = dataFolder();
  it.skipIf(missing("the paper's data", folder))(
    "recognises the data of the paper",
    () => {
      for (const info of DATA_SETS) {
        const check = checkDataSet(info, readPaperData(folder ?? "", info.name));
        expect(
          check.rows.filter(({ ok }) => !ok),
          info.name,
        ).toEqual([]);
        expect(check.ok).toBe(true);
      }
    },
    30_000,
  );
});
