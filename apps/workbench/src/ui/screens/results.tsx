import { useSignal } from "@preact/signals";
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { BagView, ListRequest } from "../../worker/types.js";
import { BagContent } from "../bag.js";
import { useBench } from "../bench.js";
import { download, LabelBadge, Meter, RunningLine, Tile } from "../parts.js";
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
      <List />
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
            value={percent(view.prior.value)}
            more={`${percent(view.prior.low)} to ${percent(view.prior.high)}, ${view.prior.method}`}
          />
        )}
        {outlook !== null && outlook.trouble === null && (
          <Tile
            name="Expected positives"
            value={about(outlook.positives)}
            more={`of ${thousands(outlook.unlabeled)} not known`}
          />
        )}
        {view.measures.slice(0, 2).map(({ name, value, low, high }) => (
          <Tile key={name} name={name} value={value.toFixed(2)} more={`${low.toFixed(2)} to ${high.toFixed(2)}`} />
        ))}
      </dl>
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
                ` Of the bags called positive, ${percent(outlook.precision)} would be right.`}
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

const ROW = 44;

function useVirtual(size: number) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useSignal(0);
  const virtual = useMemo(
    () =>
      new Virtualizer<HTMLDivElement, Element>({
        count: 0,
        getScrollElement: () => box.current,
        estimateSize: () => ROW,
        overscan: 8,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        onChange: () => {
          drawn.value++;
        },
      }),
    [drawn],
  );
  virtual.setOptions({ ...virtual.options, count: size });
  useEffect(() => virtual._didMount(), [virtual]);
  useEffect(() => virtual._willUpdate());
  // Read, so that the component follows.
  void drawn.value;
  return { box, items: virtual.getVirtualItems(), total: virtual.getTotalSize() };
}

function List() {
  const bench = useBench();
  const { models, review } = bench;
  const order = models.order.value;
  const request = models.request.value;
  const { chosen } = models;
  const opened = useSignal<BagView | null>(null);
  const { box, items, total } = useVirtual(order.length);
  const snippets = useSnippets(items.map(({ index }) => order[index]));
  const bags = review.bags.value;
  if (bags === null) return null;
  const scores = models.view.value?.scores ?? review.scores.value;
  const cut =
    request.sort === "score" && request.down && models.view.value !== null && scores !== null
      ? cutOf(order, scores, models.view.value.threshold)
      : null;
  const toggle = (i: number) => {
    const next = new Set(chosen.value);
    if (!next.delete(i)) next.add(i);
    chosen.value = next;
  };
  const save = async (format: "csv" | "xlsx") => {
    const only = chosen.value.size > 0 ? [...chosen.value] : [...order];
    const answers = [...(review.state.value?.answers.values() ?? [])];
    const file = await bench.context.attempt(() => bench.context.engine.table(format, answers, only));
    if (file !== undefined) download(file);
  };
  return (
    <section class="stack" aria-label="Ranked bags">
      <Tools request={request} />
      <div class="row">
        <span class="soft" role="status">
          {count(order.length, "bag")}
          {chosen.value.size > 0 && `, ${thousands(chosen.value.size)} chosen`}
          {cut !== null && `, ${thousands(cut)} called positive`}
        </span>
        {models.view.value !== null && (
          <>
            <button type="button" onClick={() => void save("csv")}>
              Save {chosen.value.size > 0 ? "the chosen" : "these"} as CSV
            </button>
            <button type="button" onClick={() => void save("xlsx")}>
              as Excel
            </button>
          </>
        )}
        {cut !== null && cut > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              chosen.value = new Set(order.subarray(0, cut));
            }}
          >
            Choose all called positive
          </button>
        )}
        {chosen.value.size > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              chosen.value = new Set();
            }}
          >
            Choose none
          </button>
        )}
      </div>
      <div class="panel" style={{ padding: "0", overflow: "hidden" }}>
        <Head request={request} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section class="list-body" ref={box} tabIndex={0} aria-label="List of bags">
          <div class="list-space" style={{ height: `${total}px` }}>
            {items.map(({ index, start }) => {
              const i = order[index];
              const id = bags.ids[i];
              const probability = models.view.value?.probabilities[i];
              return (
                <div key={i} class="list-row" style={{ transform: `translateY(${start}px)` }}>
                  <input
                    type="checkbox"
                    aria-label={`Choose ${id}`}
                    checked={chosen.value.has(i)}
                    onChange={() => toggle(i)}
                  />
                  <span class="number soft">{thousands(index + 1)}</span>
                  <button
                    type="button"
                    class="name"
                    onClick={async () => {
                      opened.value = (await bench.context.attempt(() => bench.context.engine.view(i))) ?? null;
                    }}
                  >
                    {id}
                  </button>
                  <LabelBadge label={review.state.value?.answers.get(id)?.answer ?? bags.labels[i]} />
                  <span class="chance">
                    {probability !== undefined && !Number.isNaN(probability) ? (
                      <>
                        <Meter share={probability} kind="positive" label={percent(probability)} />
                        <span class="number">{percent(probability)}</span>
                      </>
                    ) : (
                      <span class="number">{scores?.[i].toPrecision(3) ?? ""}</span>
                    )}
                  </span>
                  <span class="snippet">{snippets.get(i) ?? ""}</span>
                </div>
              );
            })}
            {cut !== null && cut > 0 && cut < order.length && (
              <div class="list-cut" style={{ top: `${cut * ROW}px` }} />
            )}
          </div>
        </section>
      </div>
      {opened.value !== null && (
        <BagDialog
          view={opened.value}
          onClose={() => {
            opened.value = null;
          }}
        />
      )}
    </section>
  );
}

/** How many bags from the top are at or above the threshold. */
function cutOf(order: Uint32Array, scores: Float64Array, threshold: number): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[order[middle]] >= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first words of the bags in view, fetched once. */
function useSnippets(wanted: readonly number[]): ReadonlyMap<number, string> {
  const bench = useBench();
  const known = useSignal<ReadonlyMap<number, string>>(new Map());
  const missing = wanted.filter((i) => !known.value.has(i));
  const key = missing.join();
  useEffect(() => {
    if (missing.length === 0) return;
    void bench.context.engine
      .snippets(missing)
      .then((texts) => {
        known.value = new Map([...known.value, ...missing.map((i, k) => [i, texts[k]] as const)].slice(-2000));
      })
      .catch(() => undefined);
  }, [key]);
  return known.value;
}

function Tools({ request }: { request: ListRequest }) {
  const { models } = useBench();
  return (
    <search class="row">
      <input
        type="search"
        aria-label="Search the list"
        placeholder="Search words or ids"
        value={request.search}
        onInput={(event) => void models.list({ search: event.currentTarget.value })}
      />
      <label>
        Show{" "}
        <select
          value={request.show}
          onChange={(event) => void models.list({ show: event.currentTarget.value as ListRequest["show"] })}
        >
          <option value="all">all bags</option>
          <option value="open">open bags</option>
          <option value="positive">positive bags</option>
          <option value="negative">negative bags</option>
        </select>
      </label>
    </search>
  );
}

function Head({ request }: { request: ListRequest }) {
  const { models } = useBench();
  const sorter = (sort: ListRequest["sort"], title: string) => {
    const own = request.sort === sort;
    return (
      <button
        type="button"
        aria-label={`Sort by ${title.toLowerCase()}`}
        onClick={() => void models.list({ sort, down: own ? !request.down : sort !== "bag" })}
      >
        {title} {own ? (request.down ? "↓" : "↑") : ""}
      </button>
    );
  };
  return (
    <div class="list-head">
      <span />
      <span />
      {sorter("bag", "Bag")}
      <span>Known</span>
      {sorter("score", "Likely")}
      <span />
    </div>
  );
}

function BagDialog({ view, onClose }: { view: BagView; onClose: () => void }) {
  const bench = useBench();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} onClose={onClose} aria-label={`Bag ${view.id}`}>
      <div class="dialog-head">
        <h2>{view.id}</h2>
        <div class="row">
          {view.label === "unlabeled" && (
            <button
              type="button"
              onClick={() => {
                bench.review.show(view.id);
                bench.go("review");
              }}
            >
              Answer it
            </button>
          )}
          <button type="button" onClick={() => box.current?.close()}>
            Close
          </button>
        </div>
      </div>
      <div class="dialog-body">
        <BagContent view={view} />
      </div>
    </dialog>
  );
}
