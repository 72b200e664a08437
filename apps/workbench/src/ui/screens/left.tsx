import { useBench } from "../bench.js";
import { FoundFigure } from "../figure.js";
import { Tile } from "../parts.js";
import { about, count, percent, thousands } from "../words.js";
import { AuditPanel } from "./audit.js";

/** Found, expected left, recall, the curve so far, and whether to stop. */
export function Left() {
  const { review } = useBench();
  const progress = review.progress.value;
  const reviewed = review.settled.value;
  if (progress === null)
    return (
      <main class="page">
        <p class="soft">The review has just begun.</p>
      </main>
    );
  const { found, left, recall, stopping, confidence, pool } = progress;
  const counts = review.state.value?.counts;
  const aside = counts === undefined ? 0 : counts.skipped + counts["cannot tell"];
  const range = (low: number, high: number) => `${thousands(low)} to ${thousands(high)}`;
  return (
    <main class="page narrow stack wide">
      <div class="heading">
        <h1>How many are left</h1>
      </div>
      <p class={`sentence ${stopping.stop ? "stop" : ""}`} role="status">
        {stopping.sentence}
      </p>
      <dl class="tiles">
        <Tile name="Found" value={thousands(found)} more={`in ${count(reviewed.length, "answer")}`} />
        <Tile
          name="Expected left"
          value={left.value === null ? "–" : about(left.value)}
          more={left.value === null ? "after the first find" : range(left.low, left.high)}
        />
        <Tile
          name="Recall"
          value={recall === null ? "–" : percent(recall.value)}
          more={recall === null ? "the share that is found" : `${percent(recall.low)} to ${percent(recall.high)}`}
        />
        <Tile
          name="Open"
          value={thousands(pool - reviewed.length)}
          more={`of ${thousands(pool)}${aside > 0 ? `, without ${thousands(aside)} put aside` : ""}`}
        />
      </dl>
      <p class="soft small">
        Ranges hold with {percent(confidence)} probability. They come from the bags that were drawn at random, so they
        do not depend on how good the order is. With few of those they are wide.
      </p>
      <section class="panel">
        <h2>The curve so far</h2>
        <FoundFigure
          finds={reviewed.map(({ positive }) => positive)}
          pool={pool}
          total={found + (left.value ?? 0)}
          left={left.value === null ? null : left}
          stop={null}
          alternative={`${found} positives found in ${reviewed.length} of ${pool} bags.`}
        />
      </section>
      <StopRule />
      <AuditPanel />
    </main>
  );
}

/** A labelled choice among shares. */
function Shares(given: {
  label: string;
  shares?: readonly number[];
  of?: string;
  value: number;
  onChange: (share: number) => void;
}) {
  const { label, shares = [0.8, 0.9, 0.95, 0.99], of = "", value, onChange } = given;
  // A session from the command line may have another one.
  const all = shares.includes(value) ? shares : [...shares, value].sort((a, b) => a - b);
  return (
    <label>
      {label}{" "}
      <select value={String(value)} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {all.map((share) => (
          <option key={share} value={String(share)}>
            {percent(share)}
            {of}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is promised, and how much of the queue is drawn at random. */
function StopRule() {
  const { review } = useBench();
  const options = review.state.value?.options;
  if (options === undefined) return null;
  return (
    <section class="panel stack">
      <h2>When to stop</h2>
      <div class="row">
        <Shares
          label="Find at least"
          value={options.target}
          onChange={(target) => review.change({ options: { target } })}
        />
        <Shares
          label="of the positives, with probability"
          value={options.confidence}
          onChange={(confidence) => review.change({ options: { confidence } })}
        />
      </div>
      <div class="row">
        <Shares
          label="Drawn at random:"
          shares={[0, 0.05, 0.1, 0.2, 0.3]}
          of=" of the queue"
          value={options.randomShare}
          onChange={(randomShare) => review.change({ options: { randomShare } })}
        />
        <label>
          The others by{" "}
          <select
            value={options.by}
            onChange={(event) =>
              review.change({
                options: { by: event.currentTarget.value as "probability" | "uncertainty" | "teaching" },
              })
            }
          >
            <option value="probability">highest probability</option>
            <option value="uncertainty">greatest doubt</option>
            <option value="teaching">doubt, unlike the others</option>
          </select>
        </label>
      </div>
      <p class="soft small">
        When hardly any positives are found any more, the check begins: then {percent(options.checkShare)} of the queue
        is drawn at random, until the promise holds.
      </p>
    </section>
  );
}
