import { useSignal } from "@preact/signals";
import { BagContent } from "../bag.js";
import { useBench } from "../bench.js";
import { FoundFigure } from "../figure.js";
import { Tile } from "../parts.js";
import { about, count, percent, thousands } from "../words.js";

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
        <Tile name="Open" value={thousands(pool - reviewed.length)} more={`of ${thousands(pool)}`} />
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
      <Audit />
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
            <option value="teaching">what teaches most</option>
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

/** A blind sample, apart from the queue: no probability and no reason is shown. */
function Audit() {
  const bench = useBench();
  const n = useSignal(30);
  const audit = bench.models.audit.value;
  if (audit === null && bench.models.view.value === null) return null;
  if (audit === null)
    return (
      <section class="panel stack">
        <h2>Audit</h2>
        <p class="soft">
          Answer some bags drawn at random, without seeing what the model says. It tells how good the model is, whatever
          the queue showed.
        </p>
        <div class="row">
          <label>
            Bags{" "}
            <input
              type="number"
              min={4}
              max={1000}
              value={n.value}
              style={{ width: "6em" }}
              onInput={(event) => {
                n.value = Number(event.currentTarget.value) || 30;
              }}
            />
          </label>
          <button
            type="button"
            onClick={() => void bench.models.beginAudit(n.value, bench.review.session.value?.seed ?? 0)}
          >
            Begin an audit
          </button>
        </div>
      </section>
    );
  const next = audit.bags.find((bag) => !audit.answers.has(bag));
  return (
    <section class="panel stack" aria-label="Audit">
      <h2>
        Audit: {audit.answers.size} of {audit.bags.length}
      </h2>
      <p class="soft small">
        Of the model that was trained with {count(audit.trainedWith, "answer")}. Later answers do not change it.
      </p>
      {next === undefined ? <p>Every bag of the audit has an answer.</p> : <AuditBag bag={next} />}
      {audit.result !== null && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>Measure</th>
                <th class="number">Estimate</th>
                <th class="number">{percent(audit.result.level)} interval</th>
              </tr>
            </thead>
            <tbody>
              {audit.result.measures.map(({ name, value, low, high }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td class="number">{value === null ? "–" : percent(value)}</td>
                  <td class="number">
                    {percent(low)} to {percent(high)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="row">
        <button type="button" onClick={() => bench.models.endAudit()}>
          Put this audit away
        </button>
      </div>
    </section>
  );
}

function AuditBag({ bag }: { bag: number }) {
  const bench = useBench();
  const view = useSignal<Awaited<ReturnType<typeof bench.context.engine.view>> | null>(null);
  if (view.value?.index !== bag)
    void bench.context.attempt(async () => {
      const found = await bench.context.engine.view(bag);
      if (view.value?.index !== found.index) view.value = found;
    });
  const shown = view.value;
  if (shown === null || shown.index !== bag) return <p class="soft">Loading …</p>;
  const blind = {
    ...shown,
    reasons: [],
    witness: null,
    passages: shown.passages?.map((each) => ({ ...each, weight: 0 })) ?? null,
  };
  return (
    <div class="stack">
      <h3>{shown.id}</h3>
      <BagContent view={blind} />
      <div class="row">
        <button type="button" onClick={() => void bench.models.answerAudit(bag, true)}>
          Positive
        </button>
        <button type="button" onClick={() => void bench.models.answerAudit(bag, false)}>
          Negative
        </button>
      </div>
    </div>
  );
}
