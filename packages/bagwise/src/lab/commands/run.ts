import { count } from "../../base/errors.js";
import { Interrupted, terminal } from "../../cli/terminal.js";
import { wrapped } from "../../cli/text/style.js";
import type { ExperimentControl, ExperimentProgress } from "../node/run-in-folder.js";
import type { AnyRecord } from "../trials/trial.js";
import type { ExperimentDisplay } from "./progress.js";

/** Runs an experiment with its display; Ctrl-C ends it where it is. */
export async function followed<R extends AnyRecord, T>(
  run: (control: ExperimentControl<R>) => Promise<T>,
  display: ExperimentDisplay<ExperimentProgress<R>>,
  out: string,
): Promise<T> {
  const controller = new AbortController();
  const { signals } = terminal();
  const stop = () => controller.abort();
  signals.once("SIGINT", stop);
  let began = false;
  try {
    return await run({
      signal: controller.signal,
      onProgress: (progress) => {
        if (!began) terminal().stderr.write(startLines(progress, out));
        began = true;
        display.update(progress);
      },
    });
  } finally {
    display.end();
    signals.off("SIGINT", stop);
  }
}

/** That all of it is done. */
export function doneLine(total: number): string {
  return total === 1 ? "The trial is done.\n" : `All ${count(total, "trial")} are done.\n`;
}

/** What is about to run, and what the user should know before hours of it. */
function startLines(
  { total, before, notes }: Pick<ExperimentProgress, "total" | "before" | "notes">,
  out: string,
): string {
  const there = before === 0 ? "" : `, ${before.toLocaleString("en-US")} of them done before`;
  const lines = [
    `${count(total, "trial")}${there}; results go to ${out}.`,
    ...notes.map(({ message }) => wrapped(`Note: ${message}.`)),
  ];
  return `${lines.join("\n")}\n`;
}

export function interrupted({
  done,
  total,
  out,
}: Pick<ExperimentProgress & { readonly out: string }, "done" | "total" | "out">): Interrupted {
  return new Interrupted(
    `stopped after ${done.toLocaleString("en-US")} of ${count(total, "trial")}; what is done is kept in ${out}. The same command continues.`,
  );
}
