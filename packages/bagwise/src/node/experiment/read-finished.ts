import { join } from "node:path";
import { InputError } from "../../base/errors.js";
import { type ExperimentKind, type Summary, summariseTrials } from "../../experiment/index.js";
import { FILES } from "./experiment-files.js";
import { readJournal } from "./journal.js";
import { readTimings } from "./timings.js";

/**
 * The summaries of other experiments for the report of one of the given kind, from their output folders. An InputError when a folder holds
 * no result, and when two would be of one kind: a report has room for one of each.
 */
export function readFinished(folders: readonly string[], kind: ExperimentKind): Summary[] {
  const kinds = new Set<string>([kind]);
  return folders.map((folder) => {
    const file = join(folder, FILES.results);
    const records = readJournal(file)?.lines.map(({ record }) => record) ?? [];
    if (records.length === 0)
      throw complaint(file, "no finished trial is there", "Name the output folder of an experiment.");
    const summary = summariseTrials(records, readTimings(join(folder, FILES.timings)));
    if (kinds.has(summary.experiment))
      throw complaint(
        file,
        `this is another experiment of the kind ${summary.experiment}`,
        "Name folders of other kinds, at most one of each.",
      );
    kinds.add(summary.experiment);
    return summary;
  });
}

function complaint(file: string, message: string, remedy: string): InputError {
  return new InputError({ code: "also", message, remedy, where: { file } });
}
