import { basename, extname } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import type { ReadOptions } from "@bagwise/files";
import {
  checkedReview,
  planReviews,
  type ReviewExperimentOptions,
  type ReviewRecord,
  type ReviewSummary,
  summariseReviews,
} from "@bagwise/lab";
import { commandOf, reviewCsv, reviewMarkdown } from "@bagwise/lab/running";
import { readBags } from "../node/files/read-bags.js";
import { FILES } from "./folder/files.js";
import { planOf } from "./plan.js";
import {
  checkedWorkers,
  type ExperimentControl,
  emptyDocument,
  type FolderOptions,
  type FolderOutcome,
  runInFolder,
} from "./run-in-folder.js";

/** What to simulate, on which bags, and where to put the results. */
export interface RunReviewOptions extends ReviewExperimentOptions, FolderOptions {
  /** The file of labelled bags. What is not labelled positive is taken for negative. */
  readonly data: string;
  /** How it is read: plain data. */
  readonly reading?: ReadOptions | undefined;
}

export interface ReviewOutcome extends FolderOutcome {
  /** Undefined when it is not complete. */
  readonly summary: ReviewSummary | undefined;
}

/**
 * Simulates reviews on worker threads, and writes `results.jsonl`, `timings.jsonl`, the tables and the report:
 * see `runInFolder`. Throws an InputError for bad options, and for bags without two positives and a negative.
 */
export async function runReviews(
  options: RunReviewOptions,
  control: ExperimentControl<ReviewRecord> = {},
): Promise<ReviewOutcome> {
  const { out = "experiment-review", workers: asked, data: file, reading = {}, ...given } = options;
  const workers = checkedWorkers(asked);
  const grid = checkedReview(given);
  const bags = await readBags(file, reading);
  const positive = bags.positive().size;
  if (positive < 2 || positive === bags.size)
    throw new InputError({
      code: "too-few-bags",
      message: `the file has ${positive} positive bags of ${bags.size}`,
      remedy: "Give a file whose labels are all known, with at least two positive bags and a negative one.",
      where: { file },
    });
  const name = basename(file, extname(file));
  const unlabeled = bags.unlabeled().size;
  const notes: Note[] =
    unlabeled === 0
      ? []
      : [
          {
            code: "review-truth",
            message: `the ${unlabeled} bags that are not labelled positive are taken for negative`,
          },
        ];
  const { seed, ...rest } = grid;
  const plan = await planOf({
    specs: planReviews(name, grid),
    common: { seed },
    data: [{ name, hash: await contentHash(bags), file }],
    options: { ...rest, ...reading },
    seed,
    notes,
    reading: { ...reading },
  });
  const { outcome, result } = await runInFolder<ReviewRecord, ReviewSummary>(
    { ...control, plan, out, workers },
    async ({ records, run }) => {
      const summary = summariseReviews(records, { grid, data: { name, bags: bags.size, positive } });
      const { reviewReport } = await import("@bagwise/lab/running");
      const texts = {
        [FILES.markdown]: reviewMarkdown(summary, {
          version: run.version,
          command: commandOf(run),
          hashes: plan.header.data,
          notes: run.notes,
        }),
        [FILES.csv]: reviewCsv(summary),
        [FILES.report]: reviewReport(summary, run, { document: await emptyDocument() }),
      };
      return { result: summary, texts };
    },
  );
  return { ...outcome, summary: result };
}
