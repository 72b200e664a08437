import { count } from "@bagwise/core/base";
import { dataSetByName, METHODS, type TrialRecord } from "@bagwise/lab";
import { gridOrder, groupBy, meanOf } from "@bagwise/lab/running";
import type { ExperimentProgress } from "../../experiment/run-in-folder.js";
import { type Screen, terminal } from "../terminal.js";
import { describeSeconds } from "../text/progress.js";
import { textTable } from "../text/score-table.js";
import { visible } from "../text/visible.js";

/** Milliseconds between two pictures. */
const EVERY = 250;
/** Milliseconds between two lines where the picture cannot be drawn over. */
const LINE_EVERY = 60_000;
/** Where the terminal does not say how wide it is. */
const WIDTH = 80;

type Extent = Pick<ExperimentProgress, "done" | "total" | "before">;

/** A display on stderr that is drawn over itself; without a terminal a plain line a minute. */
export function displayOf<P extends Extent>(
  picture: (progress: P, seconds: number) => string[],
  {
    stream = terminal().stderr,
    now = () => performance.now(),
  }: { readonly stream?: Screen; readonly now?: () => number } = {},
) {
  const start = now();
  let shownAt = stream.isTTY ? Number.NEGATIVE_INFINITY : start;
  let height = 0;
  const erase = () => {
    if (height > 0) stream.write(`\x1b[${height}A\x1b[J`);
    height = 0;
  };
  return {
    update(progress: P) {
      const time = now();
      if (time - shownAt < (stream.isTTY ? EVERY : LINE_EVERY)) return;
      shownAt = time;
      if (!stream.isTTY) {
        stream.write(`${progressText(progress, (time - start) / 1000)}\n`);
        return;
      }
      // A line that wraps would take two, and the next picture would not cover it.
      const width = (stream.columns || WIDTH) - 1;
      const most = Math.max(1, (stream.rows || 24) - 1);
      const lines = picture(progress, (time - start) / 1000)
        .slice(0, most)
        .map((line) => visible(line).slice(0, width));
      erase();
      stream.write(`${lines.join("\n")}\n`);
      height = lines.length;
    },
    end() {
      if (stream.isTTY) erase();
    },
  };
}

/** How far it is, how fast, and how long it will take. `seconds` are those of this run. */
export function progressText({ done, total, before }: Extent, seconds: number): string {
  const rate = seconds > 0 ? (done - before) / seconds : 0;
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const speed = rate === 0 ? "" : `, ${rateText(rate)}, ${describeSeconds((total - done) / rate)} left`;
  return `${done.toLocaleString("en-US")} of ${count(total, "trial")} (${share} %)${speed}`;
}

/** How far it is, and the means so far, of seconds for `time`. Costs O(records): drawn often. */
export function progressLines(progress: ExperimentProgress, seconds: number): string[] {
  const { records } = progress;
  const first = progressText(progress, seconds);
  if (records.length === 0) return [first];
  const time = records[0].spec.experiment === "time";
  return [first, "", `Mean ${time ? "seconds of a training" : "accuracy"} so far`, ...meansSoFar(progress, time)];
}

function meansSoFar({ records, timings }: ExperimentProgress, time: boolean): string[] {
  const methods = METHODS.filter(({ name }) => records.some(({ spec }) => spec.method === name));
  const several = records.some(({ spec }) => spec.protocol !== records[0].spec.protocol);
  const mean = (own: readonly TrialRecord[]) => {
    const values = own.flatMap(({ id, result }) => (time ? (timings.get(id)?.train ?? []) : result.accuracy));
    if (values.length === 0) return "";
    return time ? meanOf(values).toPrecision(3) : meanOf(values).toFixed(3);
  };
  const rows = groupBy(records, ({ spec }) => [spec.dataset, spec.protocol])
    .sort(([a], [b]) => gridOrder(a.spec, b.spec))
    .map((own) => {
      const { dataset, protocol } = own[0].spec;
      const name = `${dataSetByName(dataset).title}${several ? `, ${protocol}` : ""}`;
      return [name, ...methods.map((method) => mean(own.filter(({ spec }) => spec.method === method.name)))];
    })
    .filter(([, ...fields]) => fields.some((field) => field !== ""));
  return textTable(["", ...methods.map(({ title }) => title)], rows);
}

function rateText(rate: number): string {
  return rate >= 1 ? `${rate.toFixed(1)} a second` : `${(60 * rate).toFixed(1)} a minute`;
}
