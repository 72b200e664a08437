import { doubtText, reviewThatTells } from "@bagwise/report/page";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { BagList } from "../bag-list.js";
import { useBench } from "../bench.js";
import { RunningLine, Tile } from "../parts.js";
import { about, count, percent, thousands } from "../words.js";

/** The prior, what follows from it, and the ranked list. */
export function Results() {
  const bench = useBench();
  const { models } = bench;
  useEffect(() => {
    void models.list({});
  }, [models]);
  return (
    <main class="page stack wide">
      <div class="heading">
        <h1>Results</h1>
        {models.saved.value !== null && (
          <p>
            By a model of the method {models.saved.value.method}, trained{" "}
            {models.saved.value.answers === 0
              ? "on the labels of the file"
              : `with ${count(models.saved.value.answers, "answer")}`}
            .
          </p>
        )}
      </div>
      <RunningLine />
      {models.trouble.value !== null && <p class="problem">{models.trouble.value.message}</p>}
      {models.view.value !== null && <Outlook />}
      <BagList />
    </main>
  );
}

/** How many positives there are, and what that means for a review from the top. */
function Outlook() {
  const bench = useBench();
  const { models } = bench;
  const view = models.view.value;
  const outlook = models.outlook.value;
  if (view === null) return null;
  const stale = bench.review.settled.value.length > (models.saved.value?.answers ?? 0);
  return (
    <section class="stack" aria-label="The prior">
      <dl class="tiles">
        {view.prior !== null && (
          <Tile
            name="Share of positives"
            value={share(view.prior)}
            more={`perhaps ${percent(view.prior.value)}, ${view.prior.method}`}
          />
        )}
        {outlook !== null && outlook.trouble === null && (
          <Tile
            name="Expected positives"
            value={about(outlook.positives)}
            more={`of ${thousands(outlook.unlabeled)} not known, if ${percent(outlook.prior)} are positive`}
          />
        )}
        {view.measures.slice(0, 2).map(({ name, value, low, high }) => (
          <Tile
            key={name}
            name={name}
            value={`≥ ${low.toFixed(2)}`}
            more={`perhaps ${value.toFixed(2)}, at most ${high.toFixed(2)}`}
          />
        ))}
      </dl>
      <Doubt />
      <div class="duo">
        {outlook !== null && outlook.trouble === null && (
          <div class="panel stack">
            <label class="stack">
              <span>
                If the share of positives were <strong class="number">{percent(outlook.prior)}</strong>
              </span>
              <input
                type="range"
                min={1}
                max={99}
                value={Math.round(100 * outlook.prior)}
                aria-label="Share of positives"
                onInput={(event) => void models.statePrior(Number(event.currentTarget.value) / 100)}
              />
            </label>
            <p>
              about {about(outlook.positives)} of the {thousands(outlook.unlabeled)} bags that are not known would be
              positive
              {outlook.top[0] !== undefined &&
                `, and ${about(outlook.top[0].found)} of the ${outlook.top[0].k} most likely`}
              .
              {outlook.precision !== null &&
                ` Of the bags called positive, perhaps ${percent(outlook.precision)} would be right.`}
            </p>
            {view.prior !== null && Math.abs(outlook.prior - view.prior.value) > 0.005 && (
              <div>
                <button type="button" class="quiet" onClick={() => void models.statePrior(null)}>
                  Back to the estimate of the model
                </button>
              </div>
            )}
          </div>
        )}
        <Threshold />
      </div>
      {stale && (
        <div class="row note-line">
          <span>
            You gave {count(bench.review.settled.value.length - (models.saved.value?.answers ?? 0), "answer")} since.
          </span>
          <button type="button" onClick={() => void models.train()} disabled={models.running.value !== null}>
            Train again with all answers
          </button>
        </div>
      )}
    </section>
  );
}

/** The interval of a share; one number if both ends are the same. */
function share({ low, high }: { low: number; high: number }): string {
  return percent(low) === percent(high) ? percent(low) : `${percent(low)} to ${percent(high)}`;
}

/** What cannot be promised, and what would tell; that nothing is known to separate the bags comes before it. */
function Doubt() {
  const bench = useBench();
  const view = bench.models.view.value;
  const unlabeled = bench.models.outlook.value?.unlabeled ?? 0;
  if (view === null || (view.separates && view.weak.length === 0)) return null;
  const review = reviewThatTells(unlabeled);
  return (
    <p class="note-line" role="note">
      {!view.separates && "Nothing proves that the order of this list is better than chance: it may mean little. "}
      {doubtText(view.weak)}{" "}
      {review !== null && (
        <>
          {review.text}:{" "}
          <button type="button" class="quiet" onClick={() => bench.go("left")}>
            draw one
          </button>
          .
        </>
      )}
    </p>
  );
}

function Threshold() {
  const { models } = useBench();
  const view = models.view.value;
  const rule = useSignal("precision");
  const value = useSignal("80");
  if (view === null) return null;
  const apply = () => {
    const number = Number(value.value);
    if (rule.value === "default" || rule.value === "prior") void models.setThreshold(rule.value);
    else
      void models.setThreshold(
        rule.value === "budget" ? `budget=${Math.round(number)}` : `${rule.value}=${number / 100}`,
      );
  };
  const needsNumber = ["precision", "recall", "budget"].includes(rule.value);
  return (
    <div class="panel stack">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <label>
          Call positive by{" "}
          <select
            value={rule.value}
            onChange={(event) => {
              rule.value = event.currentTarget.value;
            }}
          >
            <option value="precision">precision, in %</option>
            <option value="recall">recall, in %</option>
            <option value="budget">number of bags</option>
            <option value="prior">the share of positives</option>
            <option value="default">the method's own threshold</option>
          </select>
        </label>
        {needsNumber && (
          <input
            type="number"
            min={1}
            aria-label="Value"
            style={{ width: "6em" }}
            value={value.value}
            onInput={(event) => {
              value.value = event.currentTarget.value;
            }}
          />
        )}
        <button type="submit">Apply</button>
      </form>
      <p class="soft small">
        The threshold is at score {view.threshold.toPrecision(3)}
        {view.thresholdReason === null ? "." : `: ${view.thresholdReason}.`}
      </p>
    </div>
  );
}
