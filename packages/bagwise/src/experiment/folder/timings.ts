import type { TrialTiming } from "@bagwise/lab";
import { appendLog, readLog } from "./log.js";

/** A line of `timings.jsonl`: how long a trial took, and how far its run was then. */
interface TimingLine extends TrialTiming {
  /** When the run began that finished the trial. */
  readonly run: string;
  /** Seconds since then. */
  readonly elapsed: number;
}

/** How long things took. Not part of the results. */
export interface Timings {
  readonly done: ReadonlyMap<string, TrialTiming>;
  append(timing: TrialTiming): void;
  /** Seconds of all runs in this folder; a killed run counts up to its last trial. */
  wallSeconds(): number;
  close(): void;
}

/** Opens `timings.jsonl` or begins it. A damaged line is skipped, a torn last one cut off. */
export function openTimings(path: string, { now = () => performance.now() }: { now?: () => number } = {}): Timings {
  const { lines, length } = readLines(path);
  const done = new Map<string, TrialTiming>();
  const runs = new Map<string, number>();
  const take = ({ run, elapsed, ...timing }: TimingLine) => {
    done.set(timing.id, timing);
    runs.set(run, Math.max(elapsed, runs.get(run) ?? 0));
  };
  lines.forEach(take);
  const log = appendLog(path, length);
  const start = now();
  let began = Date.now();
  // A clock that was set back may name an earlier run again.
  while (runs.has(new Date(began).toISOString())) began++;
  const run = new Date(began).toISOString();
  return {
    done,
    append: (timing) => {
      const line: TimingLine = { ...timing, run, elapsed: (now() - start) / 1000 };
      log.append(line);
      take(line);
    },
    wallSeconds: () => [...runs.values()].reduce((sum, seconds) => sum + seconds, 0),
    close: () => log.close(),
  };
}

/** The timings in a file, which is not touched; none when there is no file. */
export function readTimings(path: string): TrialTiming[] {
  return readLines(path).lines.map(({ run: _, elapsed: __, ...timing }) => timing);
}

function readLines(path: string): { lines: TimingLine[]; length: number } {
  const { lines, length } = readLog(path);
  return { lines: lines.flatMap(({ value }) => (isTimingLine(value) ? [value] : [])), length };
}

function isTimingLine(value: object | undefined): value is TimingLine {
  if (value === undefined) return false;
  const fields = value as Partial<Record<keyof TimingLine, unknown>>;
  const isTime = (value: unknown) => Number.isFinite(value) && Number(value) >= 0;
  // Seconds of a run that an earlier version measured with a clock that was set back may be below 0.
  const times = [fields.draw, fields.train, fields.score].every(isTime) && Number.isFinite(fields.elapsed);
  return typeof fields.id === "string" && typeof fields.run === "string" && times;
}
