import { count, version } from "@bagwise/core/base";
import { ENDING_SIGNALS, type EndingSignal } from "@bagwise/engines/disk";
import type { AnyRecord } from "@bagwise/lab/running";
import type { ExperimentControl, ExperimentProgress, FolderOutcome } from "../../experiment/run-in-folder.js";
import { Interrupted, terminal } from "../terminal.js";
import { print, printJson, say, wrapped } from "../text/output.js";
import { displayOf } from "./progress.js";

interface ExperimentRun<R extends AnyRecord, O extends FolderOutcome> {
  run(control: ExperimentControl<R>): Promise<O>;
  readonly out: string;
  readonly json: boolean | undefined;
  /** What is shown while it runs, after so many seconds. */
  picture(progress: ExperimentProgress<R>, seconds: number): string[];
  /** What people read when it is done. */
  lines(outcome: O): string[];
  results(outcome: O): Readonly<Record<string, unknown>>;
}

/** Runs an experiment with its display, then prints what came out. Ctrl-C, TERM or HUP stops it. */
export async function runExperimentCommand<R extends AnyRecord, O extends FolderOutcome>(
  work: ExperimentRun<R, O>,
): Promise<void> {
  const { outcome, stoppedBy } = await followed(work);
  const { complete, done, total, out } = outcome;
  if (!complete)
    throw new Interrupted(
      `stopped after ${done.toLocaleString("en-US")} of ${count(total, "trial")}; finished trials are kept in ${out}. Run the same command again to continue.`,
      stoppedBy ?? "SIGINT",
    );
  say(total === 1 ? "The trial is done." : `All ${count(total, "trial")} are done.`);
  if (work.json) printJson(jsonOf(outcome, work.results(outcome)));
  else print("", ...work.lines(outcome), ...closingLines(outcome));
}

async function followed<R extends AnyRecord, O extends FolderOutcome>({
  run,
  picture,
  out,
}: ExperimentRun<R, O>): Promise<{ outcome: O; stoppedBy: EndingSignal | undefined }> {
  const display = displayOf(picture);
  const controller = new AbortController();
  const { signals, env } = terminal();
  let stoppedBy: EndingSignal | undefined;
  const stop = (signal: EndingSignal) => {
    stoppedBy = signal;
    controller.abort();
  };
  for (const signal of ENDING_SIGNALS) signals.once(signal, stop);
  let began = false;
  try {
    const outcome = await run({
      env,
      signal: controller.signal,
      onLeftovers: (names) => say(`Note: removed ${names.join(", ")}, which a run that was killed had left in ${out}.`),
      onProgress: (progress) => {
        if (!began) say(...startLines(progress, out));
        began = true;
        display.update(progress);
      },
    });
    return { outcome, stoppedBy };
  } finally {
    display.end();
    for (const signal of ENDING_SIGNALS) signals.off(signal, stop);
  }
}

function startLines(
  { total, before, notes }: Pick<ExperimentProgress, "total" | "before" | "notes">,
  out: string,
): string[] {
  const there = before === 0 ? "" : `, ${before.toLocaleString("en-US")} of them done before`;
  return [
    `${count(total, "trial")}${there}; results go to ${out}.`,
    ...notes.map(({ message }) => wrapped(`Note: ${message}.`)),
  ];
}

function jsonOf({ run, files, notes, total, out }: FolderOutcome, results: Readonly<Record<string, unknown>>): unknown {
  return {
    bagwise: version,
    experiment: run.experiment,
    out,
    files,
    options: run.options,
    data: run.data,
    trials: total,
    ...results,
    timings: run.timings,
    wallSeconds: run.wallSeconds,
    workers: run.workers,
    machine: run.machine,
    notes,
  };
}

function closingLines({ run, files, total }: FolderOutcome): string[] {
  const threads = run.workers === 1 ? "one thread" : `${run.workers} threads`;
  return [
    `${count(total, "trial")} in ${wallTime(run.wallSeconds)} on ${threads}. Written:`,
    ...files.map((file) => `  ${file}`),
  ];
}

/** `41 s`, `3 min 20 s`, `1 h 5 min`. */
export function wallTime(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return seconds < 9.95 ? `${seconds.toFixed(1)} s` : `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
