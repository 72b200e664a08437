import { dataTable } from "./data-table.js";
import { type Html, html } from "./html.js";
import type { RunInfo } from "./run-info.js";

/** Options that change nothing in the results, or name a place on one machine. */
const LEFT_OUT = new Set(["workers", "out", "json", "data", "seed"]);

/** Flags that are not called as the option in the library is. */
const FLAGS: Readonly<Record<string, string>> = { protocols: "protocol" };

/**
 * The command that repeats a run: its options as flags, in their order. Lists are joined with commas, a true option is a
 * flag alone, and options without a value are left out, as are those that do not change the results.
 */
export function commandOf({ experiment, options, seed }: RunInfo): string {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    if (LEFT_OUT.has(name) || value === undefined || value === null || value === false) return [];
    const flag = `--${FLAGS[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [flag];
    const text = Array.isArray(value)
      ? value.join(",")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
    return [`${flag} ${quoted(text)}`];
  });
  return ["bagwise experiment", quoted(experiment), ...flags, `--seed ${seed}`].join(" ");
}

/** How to make the same results again: the command, the version, the data. */
export function reproduce(run: RunInfo): Html {
  const hashes = dataTable(
    ["data set", "hash of its content"],
    run.data.map(({ name, hash }) => [name, html`<code>${hash}</code>`]),
    { label: "Hashes of the data", words: 2 },
  );
  return html`<p>With bagwise ${run.version}, seed ${run.seed} and the data below, this command gives the same bytes outside of the last section, whatever the number of workers and interruptions. Add <code>--data</code> with the folder of the data.</p>
<pre tabindex="0"><code>${commandOf(run)}</code></pre>
${hashes}`;
}

/** Text as a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w.,:/=+@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
