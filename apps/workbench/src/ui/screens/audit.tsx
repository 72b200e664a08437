import { useSignal } from "@preact/signals";
import type { RunningAudit } from "../../state/audit.js";
import { fileStem } from "../../worker/file-stem.js";
import type { BagView } from "../../worker/types.js";
import { BagContent } from "../bag.js";
import { useBench } from "../bench.js";
import { download } from "../parts.js";
import { count, percent } from "../words.js";

/** A blind sample, apart from the queue: no probability and no reason is shown. */
export function AuditPanel() {
  const bench = useBench();
  const audit = bench.audit.current.value;
  if (audit !== null) return <Going {...audit} />;
  return bench.models.view.value === null ? null : <Begin />;
}

function Begin() {
  const bench = useBench();
  const n = useSignal(30);
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
          disabled={bench.review.elsewhere.value}
          onClick={() => {
            const model = bench.models.saved.value;
            if (model !== null) void bench.audit.begin(model, n.value, bench.review.session.value?.seed ?? 0);
          }}
        >
          Begin an audit
        </button>
      </div>
    </section>
  );
}

function Going({ audit, model, result }: RunningAudit) {
  const bench = useBench();
  const next = bench.audit.next();
  const elsewhere = bench.review.elsewhere.value;
  const name = `${fileStem(bench.opening.file.value?.name ?? "bags")}.audited.model`;
  return (
    <section class="panel stack" aria-label="Audit">
      <h2>
        Audit: {audit.answers.length} of {audit.design.bags.length}
      </h2>
      <p class="soft small">
        Of the model that was trained with {count(audit.trainedWith, "answer")}. Later answers do not change it. The
        session file keeps the audit, and <code>bagwise audit --answers</code> reads it there.
      </p>
      {next === undefined ? <p>Every bag of the audit has an answer.</p> : <AuditBag bag={next} />}
      {result !== null && audit.answers.length > 0 && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>Measure</th>
                <th class="number">Estimate</th>
                <th class="number">{percent(result.level)} interval</th>
              </tr>
            </thead>
            <tbody>
              {result.measures.map((measure) => (
                <tr key={measure.name}>
                  <td>{measure.name}</td>
                  <td class="number">{measure.value === null ? "–" : percent(measure.value)}</td>
                  <td class="number">
                    {percent(measure.low)} to {percent(measure.high)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="row">
        <button
          type="button"
          disabled={audit.answers.length === 0 || elsewhere}
          onClick={() => void bench.audit.undo()}
        >
          Undo the last answer
        </button>
        {model !== null && (
          <button type="button" onClick={() => download({ name, type: "application/octet-stream", bytes: model })}>
            Download the audited model
          </button>
        )}
        <button type="button" disabled={elsewhere} onClick={() => bench.audit.end()}>
          Put this audit away
        </button>
      </div>
    </section>
  );
}

function AuditBag({ bag }: { bag: string }) {
  const bench = useBench();
  const view = useSignal<BagView | null>(null);
  const asked = useSignal("");
  if (asked.peek() !== bag) {
    asked.value = bag;
    void bench.context.attempt(async () => {
      const found = await bench.context.engine.view(bench.review.indexOf(bag), { blind: true });
      if (asked.peek() === bag) view.value = found;
    });
  }
  const shown = view.value;
  if (shown === null || shown.id !== bag) return <p class="soft">Loading …</p>;
  const elsewhere = bench.review.elsewhere.value;
  return (
    <div class="stack">
      <h3>{shown.id}</h3>
      <BagContent view={shown} />
      <div class="row">
        <button type="button" disabled={elsewhere} onClick={() => void bench.audit.answer(bag, true)}>
          Positive
        </button>
        <button type="button" disabled={elsewhere} onClick={() => void bench.audit.answer(bag, false)}>
          Negative
        </button>
      </div>
    </div>
  );
}
