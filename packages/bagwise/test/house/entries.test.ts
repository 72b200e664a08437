import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as Pure from "../../src/index.js";
import { LEARNERS } from "../../src/learners.js";
import type * as InNode from "../../src/node/index.js";
import { root } from "../require-all.js";
import { bundle } from "./bundle.js";

// The values that each entry exports, sorted: the API cannot grow by accident. Every learner is one.
const MAIN = [
  ...LEARNERS.map(({ description }) => description.name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())),
  "BagSet",
  "FORMATS",
  "InputError",
  "LEARNERS",
  "Model",
  "calibrateModel",
  "check",
  "contentHash",
  "crossFit",
  "decodeModel",
  "drawAudit",
  "encodeBags",
  "encodeModel",
  "estimateAudit",
  "evaluateHeldOut",
  "evaluateWithTruth",
  "explain",
  "explainEach",
  "learnerByName",
  "priorOf",
  "readBags",
  "registerLearner",
  "split",
  "summarise",
  "surveyBags",
  "synthesise",
  "thresholdOf",
  "version",
  "withThreshold",
].sort();
const NODE = ["loadModel", "loadReview", "saveModel", "saveReview", "serveModel", "workerExecutor", "writeBags"];
const OTHERS = {
  "./bags": [
    "LABEL_CODE",
    "SCALING_METHODS",
    "SPLIT_WAYS",
    "SYNTHESISE_OPTIONS",
    "applyScaling",
    "assignFolds",
    "bagHashes",
    "copiesBetween",
    "duplicates",
    "featureStatistics",
    "fitScaling",
    "groupCopies",
    "leakage",
    "nearDuplicates",
    "random",
  ],
  "./export": ["DIALECTS", "toJs", "toOnnx", "toSql"],
  "./evaluation": [
    "AUDIT_MEASURES",
    "CALIBRATION_METHODS",
    "EVALUATE_OPTIONS",
    "NEXT_BY",
    "NEXT_DEFAULTS",
    "REVIEW_ANSWERS",
    "REVIEW_DEFAULTS",
    "STUDY_SETTING",
    "THRESHOLD_RULES",
    "TRUTH_MEASURES",
    "auc",
    "auditPromises",
    "averagePrecision",
    "bagScores",
    "bedroc",
    "bound",
    "byScore",
    "calibrate",
    "chooseThreshold",
    "compareScores",
    "compareWithAudit",
    "cutsOf",
    "earlyEnrichment",
    "enrichmentFactor",
    "evaluate",
    "evaluateIfBiased",
    "evaluateWithoutPrior",
    "evaluationScores",
    "expectedAt",
    "expectedGain",
    "findingRate",
    "growingRounds",
    "heldOutMeasures",
    "isotonicProbability",
    "judgeStopping",
    "labelFairness",
    "labelledShare",
    "labelsNow",
    "likenessOf",
    "linkOf",
    "matchTraining",
    "monotoneCalibration",
    "newScores",
    "newSession",
    "nextBags",
    "nextRound",
    "parseSession",
    "parseThresholdRule",
    "positivesLeft",
    "probabilityOf",
    "puCurves",
    "puMeasures",
    "puRisk",
    "refitWithAudit",
    "reliability",
    "reviewMeasures",
    "reviewProgress",
    "reviewRanker",
    "reviewState",
    "ruleText",
    "sensitivity",
    "sensitivityPriors",
    "sessionText",
    "shareAmongUnlabeled",
    "simulateReview",
    "statedPrior",
    "studyPrior",
    "topK",
    "usualTops",
    "withEvent",
    "withUndo",
    "workAt",
  ],
  "./kernels": [
    "INSTANCE_KERNEL_NAMES",
    "KERNEL_NAMES",
    "STATISTICS",
    "STATISTIC_NAMES",
    "describeKernel",
    "gram",
    "gramDiagonal",
    "gramFamily",
    "instanceGram",
    "parseKernel",
    "represent",
    "resolveKernel",
    "statisticsOf",
    "subsetRepresentation",
    "viewsGram",
    "viewsKernel",
  ],
  "./lab": [
    "CHECKS",
    "CHECK_DEFAULTS",
    "CHECK_LABELS",
    "CHECK_SIZES",
    "COLUMNS",
    "COMPARE_DEFAULTS",
    "COMPARE_PROTOCOLS",
    "CV_DEFAULTS",
    "DATA_SETS",
    "EXPERIMENTS",
    "FAMILIES",
    "METHODS",
    "NOISE_WAYS",
    "PROTOCOLS",
    "REVIEW_EXPERIMENT_DEFAULTS",
    "VARIANCE_WAYS",
    "armOf",
    "bestPublished",
    "cellsCsv",
    "checkByName",
    "checkDataSet",
    "checkMethods",
    "checkedChecks",
    "checkedCompare",
    "checkedCv",
    "checkedReview",
    "checksCsv",
    "checksMarkdown",
    "checksReport",
    "compareData",
    "compareMarkdown",
    "compareMethods",
    "compareReport",
    "comparedCells",
    "comparisonTables",
    "criticalDifference",
    "cvCsv",
    "cvFolds",
    "cvLatex",
    "cvMarkdown",
    "cvMethods",
    "cvReport",
    "dataSetByName",
    "describeArm",
    "differences",
    "drawBags",
    "drawCheck",
    "drawFamily",
    "experimentReport",
    "familyByName",
    "familyData",
    "groupTitle",
    "isFamily",
    "methodByName",
    "oracleScores",
    "paired",
    "parseArm",
    "planChecks",
    "planCompare",
    "planCv",
    "planGrid",
    "planReviews",
    "printedCell",
    "publishedFor",
    "rankArms",
    "runCheckTrial",
    "runCompareTrial",
    "runCvTrial",
    "runReviewTrial",
    "runTrial",
    "studentT",
    "summariseChecks",
    "summariseComparison",
    "summariseCv",
    "summariseReviews",
    "summariseTrials",
    "tableCsv",
    "tableLatex",
    "tableMarkdown",
    "trainingTimes",
    "trialId",
    "verdictOf",
  ],
  "./lab/node": [
    "dataFolders",
    "downloadMusk",
    "findDataSet",
    "runChecks",
    "runCompare",
    "runCv",
    "runExperiment",
    "runReviews",
  ],
  "./linalg": ["eigenSymmetric", "fromRows", "holdMatrix", "identity", "linearAlgebra", "matrix", "transpose"],
  "./prior": [
    "GREATEST_PRIOR",
    "LEAST_PRIOR",
    "PRIOR_KERNEL",
    "PRIOR_METHODS",
    "PRIOR_METHOD_NAMES",
    "SCENARIOS",
    "estimatePrior",
    "estimatePriors",
    "priorInput",
  ],
  "./report": ["TOPICS", "codeText", "modelReport"],
  "./solver": [
    "LOSSES",
    "decodeProblem",
    "encodeProblem",
    "isMachine",
    "prepare",
    "solve",
    "solveMachine",
    "solvePath",
    "withPrior",
  ],
};

const home = join(root, "packages", "bagwise");

/** The sorted names of what entries export, under these conditions of package.json. */
function exported(entries: readonly string[], ...conditions: readonly string[]): string[][] {
  const script = `
    const names = async (entry) => Object.keys(await import(entry)).sort();
    console.log(JSON.stringify(await Promise.all(${JSON.stringify(entries)}.map(names))))`;
  const flags = conditions.map((condition) => `--conditions=${condition}`);
  return JSON.parse(
    execFileSync(process.execPath, [...flags, "--input-type=module", "-e", script], { cwd: root, encoding: "utf8" }),
  );
}

describe("the entries of the package", () => {
  it("are these", () => {
    const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    const entries = [".", "./node", "./package.json", ...Object.keys(OTHERS)];
    expect(Object.keys(exports).sort()).toEqual(entries.sort());
  });

  it("hold what a program needs under one name, and in Node files and threads besides", () => {
    const both = [...MAIN, ...NODE].sort();
    expect(exported(["bagwise"], "browser")).toEqual([MAIN]);
    expect(exported(["bagwise", "bagwise/node"])).toEqual([both, both]);
  });

  it("export these values alone", () => {
    const found = exported(Object.keys(OTHERS).map((entry) => `bagwise${entry.slice(1)}`));
    expect(Object.fromEntries(Object.keys(OTHERS).map((entry, k) => [entry, found[k]]))).toEqual(OTHERS);
  });

  it("have the same types for the same names in Node and in browsers", () => {
    type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
    type Different = {
      [Name in keyof typeof Pure]: Equal<(typeof Pure)[Name], (typeof InNode)[Name]> extends true ? never : Name;
    }[keyof typeof Pure];
    const none: Equal<Different, never> = true;
    expect(none).toBe(true);
  });
});

describe("a bundled program", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-bundled-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the program prints when it is bundled for a platform and run by Node, and the bundle. It has all exports. */
  async function ran(platform: "browser" | "node"): Promise<{ printed: unknown; code: string[] }> {
    const program = `
      import * as bagwise from "bagwise";
      const text = "bag,label,x\\na,1,3\\na,1,4\\nb,0,1\\n";
      const bags = await bagwise.readBags({ text, name: "t.csv" });
      const path = process.argv[2];
      const byPath = await bagwise.readBags(path).then(({ size }) => size, ({ code }) => code);
      const bySize = bags.ids().map((id, i) => [id, bags.sizeOf(i)]);
      const files = ["readBags", "saveModel"].map((name) => typeof bagwise[name]);
      console.log(JSON.stringify({ bySize, byPath, files }));`;
    const chunks = await bundle({ program }, { platform });
    const into = join(folder, platform);
    mkdirSync(into);
    for (const [name, { code }] of chunks)
      writeFileSync(join(into, name.replace(/\.js$/, ".mjs")), renamed(code, chunks));
    writeFileSync(join(into, "bags.csv"), "bag,x\na,1\nb,2\nc,3\n");
    const run = execFileSync(process.execPath, [join(into, "program.mjs"), join(into, "bags.csv")], {
      encoding: "utf8",
    });
    return { printed: JSON.parse(run), code: [...chunks.values()].map(({ code }) => code) };
  }

  it("for Node reads text and paths, and has the functions for files", async () => {
    expect((await ran("node")).printed).toEqual({
      bySize: [
        ["a", 2],
        ["b", 1],
      ],
      byPath: 3,
      files: ["function", "function"],
    });
  });

  it("for browsers reads text, refuses a path with a typed error, and has no Node in it", async () => {
    const { printed, code } = await ran("browser");
    expect(printed).toEqual({
      bySize: [
        ["a", 2],
        ["b", 1],
      ],
      byPath: "not-content",
      files: ["function", "undefined"],
    });
    for (const chunk of code) expect(chunk).not.toMatch(/from"node:|import\("node:/);
    for (const { description } of LEARNERS) expect(code.join("\n")).toContain(description.title);
  });
});

/** The chunks of a bundle name each other with the ending that the files have. */
function renamed(code: string, chunks: ReadonlyMap<string, unknown>): string {
  return [...chunks.keys()].reduce(
    (text, name) => text.replaceAll(`./${name}`, `./${name.replace(/\.js$/, ".mjs")}`),
    code,
  );
}

describe("the types of a program", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-types-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(home, join(folder, "node_modules", "bagwise"), "junction");
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const RESOLUTIONS = {
    nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  };

  // The declarations stay the same from program to program, so each is parsed once.
  const parsed = new Map<string, ts.SourceFile | undefined>();

  /** The complaints of the compiler about a program, by code. */
  function complaints(program: string, resolution: keyof typeof RESOLUTIONS): number[] {
    const file = join(folder, "program.ts");
    writeFileSync(file, program);
    const options: ts.CompilerOptions = {
      ...RESOLUTIONS[resolution],
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    host.getSourceFile = (name, ...rest) => {
      if (name === file) return getSourceFile(name, ...rest);
      const key = `${resolution} ${name}`;
      if (!parsed.has(key)) parsed.set(key, getSourceFile(name, ...rest));
      return parsed.get(key);
    };
    const compiled = ts.createProgram([file], options, host);
    return ts.getPreEmitDiagnostics(compiled).map(({ code }) => code);
  }

  const COMMON = `
    import { auto, BagSet, InputError, type Model, readBags } from "bagwise";
    import { type BagSet as SameBags, saveModel } from "bagwise/node";
    const bags: SameBags = await readBags({ text: "bag,x", name: "t.csv" });
    const same: BagSet = bags;
    const model: Model = await auto({ prior: 0.3 }).fit(same);
    for (const { bag, score, known, probability, witness } of model.rank(same.unlabeled()))
      console.log(bag.length, score.toFixed(2), known, probability?.toFixed(2), witness.row);
    export const size: number = await saveModel(model, new URL("file:///a.model"));
    export const typed = (error: unknown) => (error instanceof InputError ? error.code : undefined);`;

  it.each(["nodenext", "bundler"] as const)("are those of both names under moduleResolution %s", (resolution) => {
    expect(complaints(COMMON, resolution)).toEqual([]);
    expect(complaints(`${COMMON} auto({ prior: true });`, resolution)).toEqual([2322]);
  });

  it("show files under the one name with nodenext alone: bundler does not say for which platform it is", () => {
    const program = 'export { saveModel } from "bagwise";';
    expect(complaints(program, "nodenext")).toEqual([]);
    expect(complaints(program, "bundler")).toEqual([2305]);
    expect(complaints('export { saveModel } from "bagwise/node";', "bundler")).toEqual([]);
  });

  it("are there for every entry", () => {
    const program = Object.keys(OTHERS)
      .map((entry, k) => `export * as entry${k} from "bagwise${entry.slice(1)}";`)
      .join("\n");
    expect(complaints(program, "nodenext")).toEqual([]);
    expect(complaints(program, "bundler")).toEqual([]);
  });
});
