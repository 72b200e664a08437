import { describe, expect, it } from "vitest";
import { experimentReport } from "../../../bagwise/src/entries/lab.js";
import { emptyDocument } from "../../../report/test/empty-document.js";
import { fakeOther, fakeRun, fakeSummary, SMALL } from "../report/make.js";

const small = fakeSummary(SMALL);
const labels = fakeSummary({ ...SMALL, experiment: "labels", priors: [0.7], labeled: [20, 100] });
const time = fakeSummary({ ...SMALL, experiment: "time", priors: [0.1], protocols: ["paper"] });
const report = (summary = small, run = fakeRun(), also = [labels, time]) =>
  experimentReport(summary, run, { document: emptyDocument(), also: also.map((each) => fakeOther(each)) });
const withoutRun = (page: string) => page.replace(/<section id="run">[\s\S]*?<\/section>/, "");

function parsed(page: string): Document {
  const document = emptyDocument();
  document.documentElement.innerHTML = page.replace(/^[\s\S]*?<html[^>]*>|<\/html>\s*$/g, "");
  return document;
}

describe("a report", () => {
  it("gives the same bytes every time", async () => {
    expect(await report()).toBe(await report());
  });

  it("differs from run to run in one element only", async () => {
    const other = fakeRun({
      machine: { cpu: "Another", cores: 64, memory: 2 ** 38, system: "macOS", node: "24.1.0" },
      workers: 64,
      wallSeconds: 9.5,
      options: { ...fakeRun().options, workers: 64, out: "elsewhere", data: "/there" },
      data: fakeRun().data.map((each) => ({ ...each, file: `/there/${each.name}.csv` })),
      timings: fakeRun().timings.map((each) => ({ ...each, seconds: { mean: 99, sd: 1 } })),
    });
    const slower = {
      ...time,
      cells: time.cells.map((cell) => ({ ...cell, seconds: { mean: 77, sd: 7 } })),
    };
    const timed = { ...small, cells: small.cells.map((cell) => ({ ...cell, seconds: { mean: 3, sd: 1 } })) };
    const [a, b] = [await report(), await report(timed, other, [labels, slower])];
    expect(a).not.toBe(b);
    expect(withoutRun(a)).not.toBe(a);
    expect(withoutRun(a)).toBe(withoutRun(b));
    for (const text of ["Another", "256.0 GiB", "9.50 s", "/there/fox.csv", "77.0 s"]) {
      expect(b).toContain(text);
      expect(withoutRun(b)).not.toContain(text);
    }
  });

  it("changes with the seed, the options and the hashes of the data, outside of that element", async () => {
    const page = withoutRun(await report());
    for (const run of [
      fakeRun({ seed: 2 }),
      fakeRun({ options: { trials: 5 } }),
      fakeRun({ data: [{ name: "fox", file: "f", hash: "00" }] }),
    ]) {
      expect(withoutRun(await report(small, run))).not.toBe(page);
    }
  });

  it("shows notes under the headline, escaped", async () => {
    const notes = [{ code: "not-table-2", message: "fox.csv is not <b>fox</b> of the paper" } as const];
    const document = parsed(await report(small, fakeRun({ notes })));
    const note = document.querySelector(".lead + .note");
    expect(note?.textContent).toBe("Note: fox.csv is not <b>fox</b> of the paper.");
    expect(parsed(await report()).querySelector(".lead + .note")).toBeNull();
  });

  it("gives the commands of all experiments in it, in the order to run them", async () => {
    const page = await experimentReport(small, fakeRun(), {
      document: emptyDocument(),
      also: [
        fakeOther(labels, { seed: 7, data: [{ name: "tiger", hash: "77".repeat(32) }] }),
        fakeOther(time, { options: { trials: 3 } }),
      ],
    });
    const part = parsed(page).querySelector("#reproduce");
    const lines = part?.querySelector("pre")?.textContent?.split("\n") ?? [];
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^bagwise experiment labels .* --seed 7 --out experiment-labels$/);
    expect(lines[1]).toBe("bagwise experiment time --trials 3 --seed 1 --out experiment-time");
    expect(lines[2]).toMatch(/^bagwise experiment paper .* --seed 1 --also experiment-labels,experiment-time$/);
    expect([...(part?.querySelectorAll("tbody tr") ?? [])].map(({ textContent }) => textContent?.slice(0, 5))).toEqual([
      "musk1",
      expect.stringMatching(/^fox/),
      "tiger",
    ]);
    const alone = parsed(await report(small, fakeRun(), [])).querySelector("#reproduce");
    expect(alone?.querySelector("pre")?.textContent).not.toContain("--also");
  });

  it("shows the times of the run itself unless an experiment of the kind time measured some", async () => {
    const shown = async (also: readonly (typeof time)[]) =>
      parsed(await report(small, fakeRun(), [...also])).querySelector("#time-per-method td:nth-of-type(2)")
        ?.textContent;
    expect(await shown([labels])).toBe("140");
    expect(await shown([time])).toBe("20");
    expect(await shown([{ ...time, cells: time.cells.map((cell) => ({ ...cell, seconds: undefined })) }])).toBe("140");
  });

  it("loads nothing and runs nothing", async () => {
    const page = await report();
    expect(page).not.toMatch(/<script|<iframe|<img|@import|url\(|\son\w+=/i);
    // The name space of SVG is a name, not an address.
    expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  });

  it("has every id once, and every link inside the page leads somewhere", async () => {
    const document = parsed(await report());
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of document.querySelectorAll("a[href]")) expect(ids).toContain(link.getAttribute("href")?.slice(1));
    for (const label of document.querySelectorAll("label")) expect(ids).toContain(label.getAttribute("for"));
  });

  it("shows all figures, and those of the other summaries", async () => {
    const document = parsed(await report());
    expect([...document.querySelectorAll("figure")].map(({ id }) => id)).toEqual([
      "accuracy-by-prior",
      "difference-to-print",
      "accuracy-by-labels",
      "estimated-prior",
      "balanced-accuracy-by-prior",
      "auc-by-prior",
      "time-per-method",
    ]);
    expect(document.querySelector("#run #time-per-method")).not.toBeNull();
  });

  it("tells the mean accuracies, computed anew here, in its first sentence", async () => {
    const own = small.cells.filter(({ method, protocol }) => method === "dsdd" && protocol === "paper");
    const mean = own.reduce((sum, { accuracy }) => sum + accuracy.mean, 0) / own.length;
    const lead = parsed(await report()).querySelector(".lead p")?.textContent;
    expect(lead).toContain(`DSDD ${mean.toFixed(3)}`);
    expect(lead).toContain("0.733");
  });

  it("holds every cell of the table: mean, deviation, bold, grey below the guess, printed", async () => {
    const tables = [...parsed(await report()).querySelectorAll("table.results")];
    expect(tables).toHaveLength(2);
    const texts = [...tables[0].querySelectorAll("tbody td")];
    for (const { accuracy, bold, printed, constantGuess } of small.cells.filter((each) => each.protocol === "paper")) {
      const text = `${accuracy.mean.toFixed(3)} (${accuracy.sd.toFixed(3)})`;
      const found = texts.find(({ textContent }) => textContent === text);
      expect(found, text).toBeDefined();
      expect(found?.querySelector("b") !== null).toBe(bold);
      expect(found?.getAttribute("class") === "below").toBe(accuracy.mean < constantGuess);
      expect(found?.nextElementSibling?.textContent).toBe(printed?.mean.toFixed(3));
    }
    // Leak-free results are no reproduction: the print does not stand beside them.
    expect(tables[1].querySelectorAll(".printed")).toHaveLength(0);
  });

  it("escapes whatever the data are called", async () => {
    const evil = `<img src=x onerror="alert(1)">&amp;'`;
    const summary = fakeSummary({ ...SMALL, datasets: [evil], methods: ["pu-skc", evil] });
    const run = fakeRun({
      version: evil,
      options: { methods: [evil] },
      data: [{ name: evil, file: evil, hash: evil }],
      machine: { ...fakeRun().machine, cpu: evil, system: evil },
      timings: [{ dataset: evil, method: evil, trainings: 1, seconds: { mean: 1, sd: 0 } }],
    });
    const page = await experimentReport(summary, run, { document: emptyDocument() });
    expect(page.includes("<img")).toBe(false);
    const document = parsed(page);
    expect(document.querySelectorAll("img")).toHaveLength(0);
    expect(document.querySelector(".panel h4")?.textContent).toBe(evil);
    expect(document.querySelector(".panel svg")?.getAttribute("aria-label")).toContain(evil);
    const tips = [...document.querySelectorAll("svg title")].map(({ textContent }) => textContent ?? "");
    expect(tips.some((tip) => tip.startsWith(evil))).toBe(true);
  });

  it("says so when trainings were not solved", async () => {
    expect(await report()).not.toContain("of 880 trainings");
    const [first, ...rest] = small.cells;
    expect(await report({ ...small, cells: [{ ...first, unsolved: 3 }, ...rest] })).toContain(">3 of 880 trainings");
  });

  it("adds nothing to the document that it is given", async () => {
    const document = emptyDocument();
    const before = document.toString();
    await experimentReport(small, fakeRun(), { document });
    expect(document.toString()).toBe(before);
  });
});

describe("a report of one kind alone", () => {
  const ids = async (summary: typeof small) => {
    const { timings } = fakeOther(summary);
    return [...parsed(await report(summary, fakeRun({ timings }), [])).querySelectorAll("figure")].map(({ id }) => id);
  };

  it("of labels shows accuracy against the number of labelled bags", async () => {
    expect(await ids(labels)).toEqual(["accuracy-by-labels"]);
  });

  it("of time shows the time", async () => {
    expect(await ids(time)).toEqual(["time-per-method"]);
  });

  it("of one protocol says how to get the other", async () => {
    const page = await report(fakeSummary({ ...SMALL, protocols: ["paper"] }), fakeRun(), []);
    expect(page).toContain("--protocol paper,leak-free");
  });

  it("with several numbers of labelled bags shows both sweeps, that over the prior at the paper's number", async () => {
    const page = await report(fakeSummary({ ...SMALL, labeled: [10, 20, 40] }), fakeRun({ timings: [] }), []);
    expect(page).toContain("with 20 labelled bags");
    expect(page).toContain('id="accuracy-by-labels-3"');
  });
});

describe("bad input", () => {
  it("is a summary without a cell", async () => {
    await expect(report({ ...small, cells: [] })).rejects.toMatchObject({ name: "InputError", code: "no-results" });
  });

  it("is two summaries of one kind", async () => {
    await expect(report(small, fakeRun(), [small])).rejects.toMatchObject({ code: "repeated-summary" });
  });
});
