import { useSignal } from "@preact/signals";
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { BagView, ListRequest } from "../worker/types.js";
import { BagContent } from "./bag.js";
import { useBench } from "./bench.js";
import { download, LabelBadge, Meter } from "./parts.js";
import { count, percent, thousands } from "./words.js";

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

/** The ranked bags: a row exists only while it is in view. */
export function BagList() {
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
