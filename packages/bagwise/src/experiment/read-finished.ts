import { existsSync } from "node:fs";
import { join } from "node:path";
import { InputError, type Note } from "@bagwise/core/base";
import {
  EXPERIMENTS,
  type ExperimentKind,
  type ExperimentSummary,
  planGrid,
  summariseTrials,
  type TrialRecord,
  type TrialSpec,
  trainingTimes,
  trialId,
} from "@bagwise/lab";
import { axesOf, type GridAxes, type OtherRun, optionsOf } from "@bagwise/lab/running";
import { FILES } from "./folder/files.js";
import { type JournalHeader, readJournal } from "./folder/journal.js";
import { readTimings } from "./folder/timings.js";

/** Finished experiments for a report, and where they differ from its own. */
export interface AlsoShown<T> {
  readonly also: readonly OtherRun<T>[];
  readonly notes: readonly Note[];
}

/**
 * Other experiments for the report of the one with the given header, from their folders, and notes
 * where their options differ. An InputError when a folder holds no result, another version or other
 * data, is not complete, or is of a kind that the report has. Costs a hash for each trial.
 */
export async function readFinished(
  folders: readonly string[],
  own: JournalHeader,
): Promise<AlsoShown<ExperimentSummary>> {
  const also: OtherRun<ExperimentSummary>[] = [];
  const notes: Note[] = [];
  const headers = [own];
  for (const folder of folders) {
    const file = join(folder, FILES.results);
    const there = readJournal(file);
    if (there === undefined || there.lines.length === 0)
      throw complaint(file, "there is no finished trial", "Name the output folder of an experiment.");
    const { header } = there;
    const kind = EXPERIMENTS.find((name) => name === header.experiment);
    if (kind === undefined)
      throw complaint(
        file,
        `the experiment ${header.experiment} has a report of its own`,
        `Name folders of the kinds ${EXPERIMENTS.join(", ")}.`,
      );
    for (const other of headers) checkTogether(file, header, other);
    headers.push(header);
    const records = there.lines.map(({ record }) => record);
    const axes = await completeAxes(folder, kind, header, records);
    also.push({
      summary: summariseTrials(records),
      recipe: {
        version: header.bagwise,
        experiment: header.experiment,
        options: optionsOf(axes, header.options),
        seed: records[0].spec.seed,
        data: Object.entries(header.data).map(([name, hash]) => ({ name, hash })),
      },
      timings: trainingTimes(records, readTimings(join(folder, FILES.timings))),
    });
    notes.push(...differingOptions(header, own));
  }
  return { also, notes };
}

function checkTogether(file: string, found: JournalHeader, other: JournalHeader): void {
  if (found.bagwise !== other.bagwise)
    throw complaint(
      file,
      `the results there are of version ${found.bagwise}, not ${other.bagwise}`,
      "Run that experiment again, in another folder, with this version.",
    );
  if (found.experiment === other.experiment)
    throw complaint(
      file,
      `this is another experiment of the kind ${found.experiment}`,
      "Name folders of other kinds, at most one of each.",
    );
  for (const [name, hash] of Object.entries(found.data))
    if (other.data[name] !== undefined && other.data[name] !== hash)
      throw complaint(
        file,
        `the results there are of a ${name} with other content`,
        "Run that experiment again, in another folder, with the same data.",
      );
}

/**
 * All trials of the grid must be there, on all data sets of the header, and the final files too: an
 * interrupted run may have stopped between two cells.
 */
async function completeAxes(
  folder: string,
  kind: ExperimentKind,
  header: JournalHeader,
  records: readonly TrialRecord[],
): Promise<GridAxes> {
  const specs = records.map(({ spec }) => spec);
  const axes = { ...axesOf(specs, { labeled: labeledOfAll(specs) }), datasets: Object.keys(header.data) };
  const { unlabeled, test, noise, priorEstimate, centres, seed } = specs[0];
  const planned = planGrid(kind, { ...axes, unlabeled, test, noise, priorEstimate, centres, seed });
  const ids = await Promise.all(planned.map((spec) => trialId(spec, header.data[spec.dataset] ?? "")));
  const done = new Set(records.map(({ id }) => id));
  if (ids.every((id) => done.has(id)) && existsSync(join(folder, FILES.report))) return axes;
  throw complaint(
    join(folder, FILES.results),
    "that experiment is not complete",
    "Run its command again to finish it.",
  );
}

/** Undefined when the numbers of labelled bags were cut to what each data set has. */
function labeledOfAll(specs: readonly TrialSpec[]): number[] | undefined {
  const settings = new Map<string, Set<number>>();
  for (const { dataset, protocol, prior, labeled } of specs) {
    const key = JSON.stringify([dataset, protocol, prior]);
    settings.set(key, (settings.get(key) ?? new Set()).add(labeled));
  }
  const all = [...new Set(specs.map(({ labeled }) => labeled))];
  return [...settings.values()].every(({ size }) => size === all.length) ? all : undefined;
}

function differingOptions(found: JournalHeader, own: JournalHeader): Note[] {
  return Object.keys(own.options)
    .filter((key) => found.options[key] !== own.options[key])
    .map((key) => ({
      code: "experiments-differ",
      message: `the experiment ${found.experiment} in the same report has ${key} ${said(found.options[key])}, and this one ${said(own.options[key])}`,
    }));
}

function said(value: number | string | null | undefined): string {
  return value === null || value === undefined ? "unset" : String(value);
}

function complaint(file: string, message: string, remedy: string): InputError {
  return new InputError({ code: "also", message, remedy, where: { file } });
}
