import { cellsCsv } from "../compare/cells-csv.js";
import type { Comparison } from "../compare/comparison.js";
import { compareMarkdown } from "../compare/markdown.js";
import type { CompareRecord } from "../compare/spec.js";
import { summariseComparison } from "../compare/summarise-comparison.js";
import { commandOf } from "../report/reproduce.js";
import type { RunInfo } from "../report/run-info.js";
import { FILES } from "./experiment-files.js";
import type { ComparePlan } from "./plan-compare.js";
import { writeResults } from "./write-results.js";

/** The files of a comparison, besides the journals. */
export const COMPARE_FILES = { cells: "cells.csv", markdown: "compare.md" } as const;

/** What is written when all trials are done. */
export interface FinishedComparison {
  readonly plan: ComparePlan;
  /** In the order of the plan. */
  readonly records: readonly CompareRecord[];
  readonly run: RunInfo;
}

/**
 * Writes the journal in the order of the plan, the cells, the tables and the report, each whole or
 * not at all; returns the comparison and the paths. The bytes depend on the records alone, except
 * for the part of the report that says how long things took, and where.
 */
export async function writeComparison(
  folder: string,
  { plan, records, run }: FinishedComparison,
): Promise<{ comparison: Comparison; files: string[] }> {
  const { header, grid, data } = plan;
  const comparison = summariseComparison(records, { arms: grid.arms, reference: grid.reference, data });
  const { version } = run;
  // Drawing needs packages that are large, and only now.
  const { parseHTML } = await import("linkedom");
  const { compareReport } = await import("../report/compare-report.js");
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const texts = {
    [COMPARE_FILES.cells]: cellsCsv(comparison, { version, noise: grid.noise, hashes: header.data }),
    [COMPARE_FILES.markdown]: compareMarkdown(comparison, {
      version,
      command: commandOf(run),
      hashes: header.data,
      notes: run.notes,
    }),
    [FILES.report]: compareReport(comparison, run, { document }),
  };
  const files = await writeResults(folder, { journal: FILES.results, header, records, texts });
  return { comparison, files };
}
