import { dataSetByName, methodByName, type Summary, summariseTrials } from "../experiment/index.js";
import type { ExperimentProgress } from "../node/experiment/run-experiment.js";
import { describeSeconds } from "./progress.js";
import { textTable } from "./score-table.js";

/** Milliseconds between two pictures. */
const EVERY = 250;
/** Where the terminal does not say how wide it is. */
const WIDTH = 80;

/** What is shown while an experiment runs. */
export interface ExperimentDisplay {
  update(progress: ExperimentProgress): void;
  /** Takes it away. */
  end(): void;
}

/** A display on stderr that is drawn over itself; nothing where that is no terminal. */
export function experimentDisplay({
  stream = process.stderr,
  now = Date.now,
}: {
  stream?: NodeJS.WriteStream;
  now?: () => number;
} = {}): ExperimentDisplay {
  const start = now();
  let shownAt = Number.NEGATIVE_INFINITY;
  let height = 0;
  const erase = () => {
    if (height > 0) stream.write(`\x1b[${height}A\x1b[J`);
    height = 0;
  };
  return {
    update(progress) {
      const time = now();
      if (!stream.isTTY || time - shownAt < EVERY) return;
      shownAt = time;
      // A line that wraps would take two, and the next picture would not cover it.
      const width = (stream.columns || WIDTH) - 1;
      const most = Math.max(1, (stream.rows || 24) - 1);
      const lines = progressLines(progress, (time - start) / 1000)
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

/** How far it is, and the mean accuracies so far on the data set in progress. `seconds` are those of this run. */
export function progressLines({ done, total, before, records }: ExperimentProgress, seconds: number): string[] {
  const rate = seconds > 0 ? (done - before) / seconds : 0;
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const speed = rate === 0 ? "" : `, ${rateText(rate)}, ${describeSeconds((total - done) / rate)} left`;
  const first = `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} trials (${share} %)${speed}`;
  const dataset = records.at(-1)?.spec.dataset;
  if (dataset === undefined) return [first];
  const summary = summariseTrials(records.filter(({ spec }) => spec.dataset === dataset));
  return [first, "", `${dataSetByName(dataset).title}, mean accuracy so far`, ...meansSoFar(summary)];
}

function meansSoFar({ cells, protocols, labeled, methods }: Summary): string[] {
  const rows = new Map<string, Map<string, string>>();
  for (const { protocol, prior, labeled: number, method, accuracy } of cells) {
    const setting = [
      ...(protocols.length > 1 ? [protocol] : []),
      `prior ${prior}`,
      ...(labeled.length > 1 ? [`${number} labelled`] : []),
    ].join(", ");
    const row = rows.get(setting) ?? new Map<string, string>();
    rows.set(setting, row.set(method, accuracy.mean.toFixed(3)));
  }
  return textTable(
    ["", ...methods.map((name) => methodByName(name).title)],
    [...rows].map(([setting, means]) => [setting, ...methods.map((method) => means.get(method) ?? "")]),
  );
}

function rateText(rate: number): string {
  return rate >= 1 ? `${rate.toFixed(1)} a second` : `${(60 * rate).toFixed(1)} a minute`;
}
