import { expect, it } from "vitest";
import { commandOf, commandsOf } from "../../src/report/reproduce.js";
import { fakeRun } from "./make.js";

it("makes flags of options: lists with commas, names with hyphens, true as a flag alone", () => {
  const options = {
    datasets: ["musk1", "fox"],
    priorEstimate: "as-printed",
    protocols: ["paper", "leak-free"],
    quiet: true,
  };
  expect(commandOf(fakeRun({ options, seed: 7 }))).toBe(
    "bagwise experiment paper --datasets musk1,fox --prior-estimate as-printed --protocol paper,leak-free --quiet --seed 7",
  );
});

it("leaves out what does not change the results, and options without a value", () => {
  const options = {
    workers: 2,
    out: "x",
    json: true,
    data: "/d",
    seed: 3,
    noise: undefined,
    centres: null,
    quiet: false,
  };
  expect(commandOf(fakeRun({ options, seed: 3 }))).toBe("bagwise experiment paper --seed 3");
});

it("quotes what a shell would take apart", () => {
  expect(commandOf(fakeRun({ options: { methods: "a b'c" } }))).toContain(`--methods 'a b'\\''c'`);
});

it("puts the experiments that are shown too before its own command, which names their folders", () => {
  const run = fakeRun({ options: { also: ["/home/me/sweep"], trials: 2 } });
  const labels = fakeRun({ experiment: "labels", options: { trials: 5 }, seed: 9 });
  expect(commandsOf(run, [labels])).toEqual([
    "bagwise experiment labels --trials 5 --seed 9 --out experiment-labels",
    "bagwise experiment paper --trials 2 --seed 1 --also experiment-labels",
  ]);
  expect(commandsOf(run)).toEqual(["bagwise experiment paper --trials 2 --seed 1"]);
});
