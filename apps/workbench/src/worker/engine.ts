import { registerBaselines } from "@bagwise/baselines";
import { type AuditDesign, auditCodeText, auditSources, drawAudit, estimateAudit } from "@bagwise/core/audit";
import { type BagSet, contentHash, copyFamilies, summarise, withLabelsApart } from "@bagwise/core/bags";
import { InputError, withinFile } from "@bagwise/core/base";
import { type LeaveOneOut, leaveOneOut } from "@bagwise/core/explain";
import { thresholdOf, withChosen } from "@bagwise/core/judge";
import { LEARNERS, learnerByName, type TrainingProgress } from "@bagwise/core/learners";
import { decodeModel, encodeModel, type Model } from "@bagwise/core/model";
import {
  type GivenAnswer,
  labelsNow,
  makeRound,
  type ReplayedReview,
  type ReviewAudit,
  type ReviewStanding,
  replayReview,
} from "@bagwise/core/review";
import { type ReviewRanker, type ReviewRanking, reviewRanker } from "@bagwise/core/training";
import type { EncodeTools } from "@bagwise/files/encode";
import type { TableFormat } from "@bagwise/files/table";
import type { PictureOf } from "@bagwise/report";
import { bagView } from "./bag-view.js";
import { fileStem } from "./file-stem.js";
import { labelsFile, labelsName, rankingFile, syntheticSample, TABLE_TYPES } from "./files.js";
import { listed, modelView, outlook } from "./model-view.js";
import { type DescribedJobs, MoleculeMemory } from "./molecule-memory.js";
import { firstRows, previewOf } from "./preview.js";
import { photosOf, readGiven, surveyGiven } from "./reading.js";
import { Told, troubleOf } from "./trouble.js";
import type {
  AuditResult,
  AuditView,
  BagView,
  GivenFile,
  LearnerView,
  ListRequest,
  MadeFile,
  MapView,
  ModelView,
  OpenedBags,
  Preview,
  PriorOutlook,
  Ranked,
  Trained,
  TrainRequest,
} from "./types.js";

/** Told so many times between two looks at the screen. */
export type OnSimulated = (reviewed: number, found: number, pool: number) => void;

/** Everything that depends on the open file. */
interface Opened {
  readonly name: string;
  readonly file: GivenFile;
  readonly bags: BagSet;
  readonly hash: string;
  readonly index: ReadonlyMap<string, number>;
  readonly copies: Uint32Array;
  readonly clusters: readonly (readonly number[])[];
  ranker?: ReviewRanker | undefined;
  /** The last ranking; null before there is one. */
  ranking: ReviewRanking | null;
  /** In small letters, to search in; made when somebody searches. */
  texts?: readonly string[];
  pictureOf?: PictureOf | undefined;
}

registerBaselines();

/**
 * The library behind the page: one file, one review, one model. It runs in a web worker, and in Node for
 * tests. Every failure is a `Told` with the words of the command line.
 */
export class WorkbenchEngine {
  readonly #molecules = new MoleculeMemory();
  #opened: Opened | undefined;
  #model: Model | undefined;
  #view: ModelView | undefined;
  #examined: { readonly by: object; readonly examine: LeaveOneOut } | undefined;

  /** A first look at a file: columns, problems, and what would come out. */
  async preview(file: GivenFile): Promise<Preview> {
    return await told(async () => {
      return previewOf(await surveyGiven(file, { tools: this.#tools(file) }), await firstRows(file));
    });
  }

  /**
   * Reads the file. Everything else is about the file that was opened last. `described`: what another engine
   * knows of its molecules.
   */
  async open(file: GivenFile, described: DescribedJobs = []): Promise<OpenedBags> {
    return await told(async () => {
      this.#molecules.take(file, described);
      const { name } = file;
      const notes: OpenedBags["notes"][number][] = [];
      const bags = await readGiven(file, { tools: this.#tools(file), onNote: (note) => notes.push(note) });
      const { of, clusters } = copyFamilies(bags);
      const ids = bags.ids();
      const index = new Map(ids.map((id, i) => [id, i]));
      const hash = await contentHash(bags);
      this.#opened = { name, file, bags, hash, index, copies: of, clusters, ranking: null };
      this.#model = undefined;
      this.#view = undefined;
      return {
        hash,
        ids,
        labels: bags.labels(),
        copies: of,
        summary: summarise(bags),
        features: bags.features,
        encoder: bags.recipe?.encoders?.[0]?.type ?? null,
        notes,
      };
    });
  }

  /** Learns from the answers and makes the next round, as `bagwise review` does, without bags on the screen. */
  async rank(standing: ReviewStanding, shown: readonly string[]): Promise<Ranked> {
    return await told(() => {
      const started = performance.now();
      const opened = this.#file();
      const { bags, copies } = opened;
      // Computed when there is something to learn from, and kept for all rounds.
      const ranker: ReviewRanker = {
        rank: (labels) => {
          opened.ranker ??= reviewRanker(bags, { seed: standing.seed });
          return opened.ranker.rank(labels);
        },
      };
      const { ranking, ...round } = makeRound(standing, bags, { ranker, copies, shown });
      opened.ranking = ranking;
      return { ...round, scores: ranking?.scores ?? null, milliseconds: performance.now() - started };
    });
  }

  /**
   * A bag with its witness and reasons, by the ranking of the review, or by the model if there is none. Blind, it
   * says nothing of what they think.
   */
  async view(bag: number, { blind = false }: { blind?: boolean } = {}): Promise<BagView> {
    return await told(async () => {
      const { bags } = this.#file();
      const examine = blind ? undefined : this.#examiner();
      return await bagView(bags, bag, { examine, pictureOf: await this.#pictures() });
    });
  }

  /** Indices of bags whose id or text has these words, in the order of the file. At most 50. */
  async search(words: string): Promise<number[]> {
    return await told(() => {
      const wanted = words.trim().toLowerCase();
      if (wanted === "") return [];
      const texts = this.#texts();
      const found: number[] = [];
      for (let i = 0; i < texts.length && found.length < 50; i++) if (texts[i].includes(wanted)) found.push(i);
      return found;
    });
  }

  /** All learners, for the form of settings. */
  async learners(): Promise<LearnerView[]> {
    return LEARNERS.map(({ description: { name, label, title, help, when, usual, learnsFrom, options } }) => ({
      name,
      label,
      title,
      help,
      when,
      usual: usual ?? false,
      learnsFrom,
      options,
    }));
  }

  /** Trains a model. The bytes are those of `bagwise train` for the same bags, options and seed. */
  async train(request: TrainRequest, onProgress: (progress: TrainingProgress) => void): Promise<Trained> {
    return await told(async () => {
      const started = performance.now();
      const { name } = this.#file();
      const bags = this.#labelled(request.answers);
      const learner = learnerByName(request.method).create({ ...request.options });
      const model = await withinFile(name, () => learner.fit(bags, { auditedFrom: bags.unlabeled().size, onProgress }));
      return { bytes: encodeModel(model), seconds: (performance.now() - started) / 1000 };
    });
  }

  /** Takes a model, trained elsewhere or read from a file, for this file's bags. */
  async setModel(bytes: Uint8Array): Promise<ModelView> {
    return await told(() => {
      const model = decodeModel(bytes, { name: "the model" });
      this.#view = modelView(model, this.#file().bags);
      this.#model = model;
      return this.#view;
    });
  }

  /** Puts the threshold where a rule says. */
  async setThreshold(rule: string): Promise<{ view: ModelView; bytes: Uint8Array }> {
    return await told(() => {
      const model = withChosen(this.#trained(), thresholdOf(this.#trained(), rule));
      const bytes = encodeModel(model);
      this.#model = model;
      this.#view = modelView(model, this.#file().bags);
      return { view: this.#view, bytes };
    });
  }

  /** What follows from a prior; from the model's own if there is none. */
  async outlook(prior: number | null): Promise<PriorOutlook> {
    return await told(() => outlook(this.#trained(), prior ?? undefined));
  }

  /** The order of the list of results. */
  async list(request: ListRequest): Promise<Uint32Array> {
    return await told(() => {
      const scores = this.#view?.scores ?? this.#file().ranking?.scores ?? null;
      return listed(this.#file().bags, scores, request.search.trim() === "" ? [] : this.#texts(), request);
    });
  }

  /** The first words of bags, for lists. */
  async snippets(indices: readonly number[]): Promise<string[]> {
    return await told(() => {
      const { bags } = this.#file();
      const column = bags.shown.find(({ perBag, naming }) => perBag && !naming)?.name;
      return indices.map((i) => (column === undefined ? "" : bags.shownOf(i, column).slice(0, 200)));
    });
  }

  /** Families of copies, by ids. */
  async copies(): Promise<string[][]> {
    return await told(() => this.#file().clusters.map((cluster) => cluster.map((i) => this.#file().bags.idOf(i))));
  }

  /** Bags in the plane, at most so many. */
  async map(most: number): Promise<MapView> {
    return await told(async () => {
      const { bags, index } = this.#file();
      const { bagMapData } = await import("@bagwise/report");
      const { points, explained } = await bagMapData(this.#trained(), bags, { most });
      return {
        x: Float32Array.from(points, ({ x }) => x),
        y: Float32Array.from(points, ({ y }) => y),
        index: Uint32Array.from(points, ({ bag }) => index.get(bag) ?? 0),
        explained,
        bags: bags.size,
      };
    });
  }

  /** Draws a blind sample of the bags that the file does not label: the one that `bagwise audit` draws. */
  async drawAudit(n: number, seed: number): Promise<AuditView> {
    return await told(async () => {
      const { bags, hash } = this.#file();
      const model = this.#trained();
      const design = drawAudit(model.predict(bags.unlabeled()), { n, seed, threshold: model.threshold });
      const { threshold, strata } = design;
      const code = auditCodeText({ n, seed, threshold, strata, ...(await auditSources(model, hash)) });
      return { design, code };
    });
  }

  /** What the answers of the sample say. */
  async judgeAudit(design: AuditDesign, answers: ReviewAudit["answers"]): Promise<AuditResult> {
    return await told(() => {
      const drawn = new Set(design.bags.map(({ bag }) => bag));
      const given = answers
        .filter(({ bag }) => drawn.has(bag))
        .map(({ bag, positive }) => ({ bag, label: positive ? ("positive" as const) : ("negative" as const) }));
      const found = estimateAudit(design, given);
      const measures = (["prior", "precision", "recall", "accuracy"] as const).map((name) => ({
        name,
        ...found[name],
      }));
      return { reviewed: found.reviewed, positive: found.positive, level: found.level, measures, notes: found.notes };
    });
  }

  /** The ranked list as a file; of some bags alone if `only` names them. */
  async table(format: TableFormat, answers: readonly GivenAnswer[], only: readonly number[] | null): Promise<MadeFile> {
    return await told(async () => {
      const { bags, name } = this.#file();
      const by = { answers: new Map(answers.map((each) => [each.bag, each])), only: only && new Set(only) };
      const bytes = await rankingFile(this.#trained(), bags, format, by);
      return {
        name: `${fileStem(name)}-ranked.${format}`,
        type: TABLE_TYPES[format] ?? "application/octet-stream",
        bytes,
      };
    });
  }

  /** The report of a model as one HTML file, as `bagwise report` makes it with the labels that it was trained with. */
  async report(
    bytes: Uint8Array,
    answers: readonly GivenAnswer[],
    onStep: (done: number, total: number) => void,
  ): Promise<MadeFile> {
    return await told(async () => {
      const { file, bags } = this.#file();
      const { reportFile } = await import("./report-file.js");
      const labels = answers.length === 0 ? null : await labelsFile(bags, file.name, answers);
      return await reportFile(decodeModel(bytes, { name: "the model" }), file, {
        labels,
        onStep,
        tools: this.#tools(file),
      });
    });
  }

  /** The labels of the file and these answers as a table, for `--labels`. */
  async labels(answers: readonly GivenAnswer[]): Promise<MadeFile> {
    return await told(() => labelsFile(this.#file().bags, this.#file().name, answers));
  }

  /** Replays a review of a file whose labels are known; `truth` is a file of labels, if they are apart. */
  async simulate(file: GivenFile, truth: Blob | null, seed: number, onRound: OnSimulated): Promise<ReplayedReview> {
    return await told(async () => {
      const bags = await readGiven(file, { tools: this.#tools(file), ...(truth && { labels: truth }) });
      return await replayReview(bags, {
        seed,
        onRound: ({ progress: { reviewed, found, pool } }) => onRound(reviewed, found, pool),
      });
    });
  }

  /** Synthetic bags to try things on. */
  async synthetic(): Promise<{ bags: Uint8Array; truth: Uint8Array }> {
    return await told(syntheticSample);
  }

  /** The molecules of the file with their conformers, for another engine. Empty for other files. */
  async described(): Promise<DescribedJobs> {
    return this.#molecules.all();
  }

  #tools(file: GivenFile): EncodeTools {
    return { describeMolecules: this.#molecules.toolFor(file) };
  }

  #file(): Opened {
    if (this.#opened !== undefined) return this.#opened;
    throw new Error("no file is open");
  }

  #trained(): Model {
    if (this.#model !== undefined) return this.#model;
    throw new InputError({
      code: "no-held-out",
      message: "there is no model yet",
      remedy: "Train one first.",
    });
  }

  /** The bags with answers as labels, as the command line reads them with `--labels`. */
  #labelled(given: readonly GivenAnswer[]): BagSet {
    const { bags, name } = this.#file();
    if (given.length === 0) return bags;
    const answers = new Map(given.map((each) => [each.bag, each]));
    return withLabelsApart(bags, labelsNow(bags, { answers }), labelsName(name));
  }

  /** What explains bags now. Work that all bags share is done once for each ranking. */
  #examiner(): LeaveOneOut | undefined {
    const by = this.#file().ranking ?? this.#model;
    if (by === undefined) return undefined;
    if (this.#examined?.by !== by) {
      const scorer = "parts" in by ? by.parts().scorer : by.scorer();
      this.#examined = { by, examine: leaveOneOut(scorer) };
    }
    return this.#examined.examine;
  }

  async #pictures(): Promise<PictureOf | undefined> {
    const opened = this.#file();
    const { bags, file } = opened;
    const kind = bags.recipe?.encoders?.[0]?.type;
    if (kind === "molecule") {
      const { moleculePictures } = await import("@bagwise/report");
      opened.pictureOf ??= await moleculePictures(bags);
    } else if (kind === "photo") {
      const { photoPictures } = await import("@bagwise/report");
      opened.pictureOf ??= photoPictures(bags, await photosOf(file));
    }
    return opened.pictureOf;
  }

  #texts(): readonly string[] {
    const opened = this.#file();
    const { bags } = opened;
    const columns = bags.shown.filter(({ perBag, naming }) => perBag && !naming);
    opened.texts ??= Array.from({ length: bags.size }, (_, i) =>
      [bags.idOf(i), ...columns.map(({ name }) => bags.shownOf(i, name))].join("\n").toLowerCase(),
    );
    return opened.texts;
  }
}

async function told<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Told ? error : new Told(troubleOf(error));
  }
}
