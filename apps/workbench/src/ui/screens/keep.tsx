import { type ReviewEvent, undoneEvents } from "@bagwise/core/review";
import { fileStem } from "../../worker/file-stem.js";
import { useBench } from "../bench.js";
import { download, RunningLine } from "../parts.js";
import { count, when } from "../words.js";

const TABLES = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["parquet", "Parquet"],
] as const;

/** Files to take away, and everything that happened. */
export function Keep() {
  const bench = useBench();
  const { models, review, opening } = bench;
  const saved = models.saved.value;
  const name = fileStem(opening.file.value?.name ?? "bags");
  const table = async (format: (typeof TABLES)[number][0]) => {
    const answers = [...(review.state.value?.answers.values() ?? [])];
    const file = await bench.context.attempt(() => bench.context.engine.table(format, answers, null));
    if (file !== undefined) download(file);
  };
  const labels = async () => {
    const answers = [...(review.state.value?.answers.values() ?? [])];
    const file = await bench.context.attempt(() => bench.context.engine.labels(answers));
    if (file !== undefined) download(file);
  };
  const report = async () => {
    const file = await models.report();
    if (file !== undefined) download(file);
  };
  return (
    <main class="page narrow stack wide">
      <div class="heading">
        <h1>Keep</h1>
        <p>
          {bench.keeps.value
            ? "Every answer is kept in this browser as you give it."
            : "This browser keeps nothing. Download the session before you close the page."}
        </p>
      </div>
      <section class="panel stack">
        <h2>The session</h2>
        <p class="soft">
          Everything that you answered, to go on here, on another machine, or at the command line with{" "}
          <code>bagwise review</code>. It holds no bags: keep the file of bags with it.
        </p>
        <div class="row">
          <button
            type="button"
            class="primary"
            onClick={() => {
              const file = bench.sessionFile();
              if (file !== undefined) download(file);
            }}
          >
            Download the session
          </button>
          <button type="button" onClick={() => void labels()}>
            The labels alone
          </button>
        </div>
      </section>
      <section class="panel stack">
        <h2>The ranked list</h2>
        <p class="soft">All bags with scores, probabilities, answers, tags and notes.</p>
        <div class="row">
          {TABLES.map(([format, title]) => (
            <button key={format} type="button" disabled={saved === null} onClick={() => void table(format)}>
              {title}
            </button>
          ))}
        </div>
      </section>
      <section class="panel stack">
        <h2>The model and its report</h2>
        <p class="soft">
          The model is the file that <code>bagwise train</code> writes for the same bags, labels and settings. It ranks
          new files with <code>bagwise rank</code>. The report is the page of <code>bagwise report</code>, and names the
          commands that make it again.
        </p>
        <div class="row">
          <button
            type="button"
            disabled={saved === null}
            onClick={() =>
              saved !== null &&
              download({ name: `${name}.model`, type: "application/octet-stream", bytes: saved.bytes })
            }
          >
            Download the model
          </button>
          <button
            type="button"
            disabled={saved === null || models.running.value !== null}
            onClick={() => void report()}
          >
            Make the report
          </button>
        </div>
        <RunningLine />
        {models.trouble.value !== null && <p class="problem">{models.trouble.value.message}</p>}
      </section>
      <History />
    </main>
  );
}

/** Answers, the latest first, each of which can be taken back. */
function History() {
  const { review } = useBench();
  const events = review.session.value?.events ?? [];
  const undone = undoneEvents(events);
  const rows = events
    .flatMap((event, k) => (event.type === "answers" || event.type === "change" ? [{ event, k }] : []))
    .reverse();
  return (
    <section class="panel stack">
      <h2>History</h2>
      {rows.length === 0 && <p class="soft">Nothing yet.</p>}
      <ul class="history">
        {rows.slice(0, 500).map(({ event, k }) => (
          <li key={k}>
            <span class={undone.has(k) ? "gone" : ""}>
              {textOf(event)} <span class="soft small">{when(event.at)}</span>
            </span>
            {event.type === "answers" && !undone.has(k) && (
              <button type="button" class="quiet" disabled={review.elsewhere.value} onClick={() => review.takeBack(k)}>
                Take back
              </button>
            )}
          </li>
        ))}
      </ul>
      {rows.length > 500 && <p class="soft small">and {count(rows.length - 500, "earlier event")}</p>}
    </section>
  );
}

function textOf(event: ReviewEvent): string {
  if (event.type === "answers") {
    const [first, ...others] = event.answers;
    const more = others.length === 0 ? "" : ` and ${count(others.length, "copy", "copies")}`;
    const said = [first?.tags?.join(", "), first?.note].filter((each) => each !== undefined && each !== "").join("; ");
    return `${first?.bag}${more}: ${first?.answer}${said === "" ? "" : ` (${said})`}`;
  }
  return event.type === "change"
    ? event.criteria === undefined
      ? "Options changed"
      : "What counts as positive changed"
    : "";
}
