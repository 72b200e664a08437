import { type Screen, terminal } from "../terminal.js";
import { visible } from "./visible.js";

/** Milliseconds before anything is shown: short work needs no progress line. */
const QUIET = 2000;
const EVERY = 200;

/** A line on the terminal that shows how far the work is. */
interface ProgressLine {
  update(done: number, total: number | undefined): void;
  /** Removes the line. */
  end(): void;
}

/**
 * A progress line on stderr with the time left. Shown only on a terminal, and only for work of more
 * than two seconds.
 */
export function progressLine(
  title: string,
  { stream = terminal().stderr, now = () => performance.now() }: { stream?: Screen; now?: () => number } = {},
): ProgressLine {
  const start = now();
  let shownAt = start + QUIET - EVERY;
  let shown = false;
  return {
    update(done, total) {
      const time = now();
      if (!stream.isTTY || time - shownAt < EVERY) return;
      shownAt = time;
      shown = true;
      stream.write(`\r\x1b[2K${visible(title)} ${describeProgress(done, total, time - start)}`);
    },
    end() {
      if (shown) stream.write("\r\x1b[2K");
    },
  };
}

/** `45 %, 3 s left`, or the amount done when the total is unknown. */
function describeProgress(done: number, total: number | undefined, elapsed: number): string {
  if (total === undefined || total === 0) return `${(done / 2 ** 20).toFixed(0)} MiB`;
  const share = Math.min(1, done / total);
  const left = share === 0 ? undefined : ((elapsed / 1000) * (1 - share)) / share;
  return `${Math.floor(100 * share)} %${left === undefined ? "" : `, ${describeSeconds(left)} left`}`;
}

/** A time left as people say it: `41 s`, `5 min`, `1.5 h`. */
export function describeSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
