import { count } from "../../base/errors.js";
import { type Screen, terminal } from "../../cli/terminal.js";
import { describeSeconds } from "../../cli/text/progress.js";
import { textTable } from "../../cli/text/score-table.js";
import { DATA_SETS, dataSetByName } from "../datasets/data-sets.js";
import { PROTOCOLS } from "../draws/protocol.js";
import type { ExperimentProgress } from "../node/run-in-folder.js";
import { METHODS, methodByName } from "../paper/methods.js";

/** Milliseconds between two pictures. */
const EVERY = 250;
/** Milliseconds between two lines where the picture cannot be drawn over. */
const LINE_EVERY = 60_000;
/** Where the terminal does not say how wide it is. */
const WIDTH = 80;

type Extent = Pick<ExperimentProgress, "done" | "total" | "before">;

interface ExperimentDisplay<P extends Extent> {
  update(progress: P): void;
  end(): void;
}

interface DisplayOptions {
  readonly stream?: Screen;
  readonly now?: () => number;
}

/** A display on stderr that is drawn over itself; without a terminal a plain line a minute. */
export function displayOf<P extends Extent>(
  picture: (progress: P, seconds: number) => string[],
  { stream = terminal().stderr, now = Date.now }: DisplayOptions = {},
): ExperimentDisplay<P> {
  const start = now();
  let shownAt = stream.isTTY ? Number.NEGATIVE_INFINITY : start;
  let height = 0;
  const erase = () => {
    if (height > 0) stream.write(`\x1b[${height}A\x1b[J`);
    height = 0;
  };
  return {
    update(progress) {
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
        .map((line) => line.slice(0, width));
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

interface Sum {
  readonly sum: number;
  readonly n: number;
}

function meansSoFar({ records, timings }: ExperimentProgress, time: boolean): string[] {
  const sums = new Map<string, Sum>();
  const key = (dataset: string, protocol: string, method: string) => `${dataset} ${protocol} ${method}`;
  for (const { id, spec, result } of records) {
    const value = time ? timings.get(id)?.train : result.accuracy;
    if (value === undefined) continue;
    const name = key(spec.dataset, spec.protocol, spec.method);
    const { sum, n } = sums.get(name) ?? { sum: 0, n: 0 };
    sums.set(name, { sum: sum + value, n: n + 1 });
  }
  const among = (all: readonly string[], field: "dataset" | "protocol" | "method") => {
    const present = new Set<string>(records.map(({ spec }) => spec[field]));
    return all.filter((name) => present.has(name));
  };
  const protocols = among(PROTOCOLS, "protocol");
  const methods = among(
    METHODS.map(({ name }) => name),
    "method",
  );
  const datasets = among(
    DATA_SETS.map(({ name }) => name),
    "dataset",
  );
  const rows = datasets.flatMap((dataset) =>
    protocols.flatMap((protocol) => {
      const own = methods.map((method) => sums.get(key(dataset, protocol, method)));
      if (own.every((each) => each === undefined)) return [];
      const name = `${dataSetByName(dataset).title}${protocols.length > 1 ? `, ${protocol}` : ""}`;
      return [[name, ...own.map((each) => meanText(each, time))]];
    }),
  );
  return textTable(["", ...methods.map((name) => methodByName(name).title)], rows);
}

function meanText(of: Sum | undefined, time: boolean): string {
  if (of === undefined) return "";
  return time ? (of.sum / of.n).toPrecision(3) : (of.sum / of.n).toFixed(3);
}

function rateText(rate: number): string {
  return rate >= 1 ? `${rate.toFixed(1)} a second` : `${(60 * rate).toFixed(1)} a minute`;
}
