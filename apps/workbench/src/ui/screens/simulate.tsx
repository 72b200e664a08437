import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useBench } from "../bench.js";
import { FoundFigure } from "../figure.js";
import { RunningLine, Tile } from "../parts.js";
import { count, percent, thousands } from "../words.js";

/** Replays a review of a file whose labels are known, to see what it would have saved. */
export function Simulate() {
  const bench = useBench();
  const { models, opening } = bench;
  const seed = useSignal(0);
  const labels = useSignal<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const truth = labels.value ?? opening.truth.value;
  const found = models.simulation.value;
  const stoppedAt = found?.promised.stopped ? found.promised.order.length : null;
  return (
    <main class="page narrow stack wide">
      <div class="heading">
        <h1>Simulate</h1>
      </div>
      <p class="soft">
        If you know the labels of all bags, the workbench can replay a review: it starts with one positive and one
        negative bag, and answers itself as a person would. You see how soon the positives are found, and where the rule
        would have stopped.
      </p>
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={models.running.value !== null}
          onClick={() => void models.simulate(truth, seed.value)}
        >
          Simulate a review
        </button>
        <label>
          Seed{" "}
          <input
            type="number"
            min={0}
            style={{ width: "5.5em" }}
            value={seed.value}
            onInput={(event) => {
              seed.value = Math.max(0, Math.floor(Number(event.currentTarget.value) || 0));
            }}
          />
        </label>
        <button type="button" onClick={() => input.current?.click()}>
          Labels from a file
        </button>
        <input
          ref={input}
          type="file"
          class="visually-hidden"
          aria-label="File of labels"
          tabIndex={-1}
          onChange={(event) => {
            labels.value = event.currentTarget.files?.[0] ?? null;
          }}
        />
      </div>
      <p class="soft small">
        {labels.value !== null
          ? `Labels come from ${labels.value.name}.`
          : truth !== null
            ? "The sample comes with its true labels."
            : "Labels are those of the file. Bags without a label count as negative."}
      </p>
      <RunningLine />
      {models.trouble.value !== null && <p class="problem">{models.trouble.value.message}</p>}
      {found !== null && (
        <>
          <dl class="tiles">
            <Tile
              name="Work saved at 95 % recall"
              value={percent(Math.max(0, found.wss95))}
              more="over a random order"
            />
            <Tile
              name="Work saved at 100 % recall"
              value={percent(Math.max(0, found.wss100))}
              more="over a random order"
            />
            <Tile
              name="The rule stops at"
              value={stoppedAt === null ? "the end" : thousands(stoppedAt)}
              more={stoppedAt === null ? `all ${thousands(found.pool)} bags` : `of ${thousands(found.pool)} bags`}
            />
            <Tile name="Recall there" value={stoppedAt === null ? "100 %" : percent(found.promised.recall)} />
          </dl>
          <section class="panel">
            <h2>What it found</h2>
            <FoundFigure
              finds={found.finds}
              pool={found.pool}
              total={found.positives}
              left={null}
              stop={stoppedAt}
              alternative={`All ${found.positives} positives found in ${found.finds.length} of ${found.pool} bags.`}
            />
            <p class="soft small">
              {count(found.positives, "positive")} in {count(found.pool, "bag")}; all found after{" "}
              {thousands(found.finds.length)}.
            </p>
          </section>
        </>
      )}
    </main>
  );
}
