import type { ReviewAnswer } from "@bagwise/core/review";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { whyText } from "../../state/queue.js";
import type { Workbench } from "../../state/workbench.js";
import { BagContent } from "../bag.js";
import { useBench } from "../bench.js";
import { LabelBadge, Meter, Tick } from "../parts.js";
import { count, duration, percent } from "../words.js";
import { ReviewSide } from "./review-side.js";

/** What the reviewer says besides the answer. */
export interface Remarks {
  readonly tags: Signal<readonly string[]>;
  readonly note: Signal<string>;
}

const ANSWERS: readonly {
  readonly answer: ReviewAnswer;
  readonly key: string;
  readonly title: string;
  readonly kind: string;
}[] = [
  { answer: "positive", key: "p", title: "Positive", kind: "positive" },
  { answer: "negative", key: "n", title: "Negative", kind: "negative" },
  { answer: "cannot tell", key: "c", title: "Cannot tell", kind: "" },
  { answer: "skipped", key: "s", title: "Skip", kind: "" },
];

/** Gives an answer with the remarks, which are about this bag alone. */
function give(bench: Workbench, answer: ReviewAnswer, { tags, note }: Remarks): void {
  bench.review.answer(answer, { tags: tags.value, note: note.value.trim() });
}

function onKey(event: KeyboardEvent, bench: Workbench, remarks: Remarks): void {
  const { target, key } = event;
  const typing = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  if (key === "Escape" && typing) (target as HTMLElement).blur();
  // A key that is held down answers once.
  if (typing || event.altKey || event.repeat) return;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") bench.review.undo();
    return;
  }
  const found = ANSWERS.find((each) => each.key === key.toLowerCase());
  if (found !== undefined) give(bench, found.answer, remarks);
  else if (key.toLowerCase() === "b") bench.review.back();
  else if (key.toLowerCase() === "u") bench.review.undo();
  else if (key === "/") document.getElementById("search")?.focus();
  else if (key.toLowerCase() === "m") document.getElementById("note")?.focus();
  else return;
  event.preventDefault();
}

/** The queue: one bag at a time. */
export function ReviewScreen() {
  const bench = useBench();
  const remarks: Remarks = { tags: useSignal([]), note: useSignal("") };
  const { current } = bench.review.queue.value;
  const bag = current?.bag;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event, bench, remarks);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, [bench, remarks.note, remarks.tags]);
  // Another bag has other remarks: those that it got before, if any.
  useEffect(() => {
    const before = bag === undefined ? undefined : bench.review.state.value?.answers.get(bag);
    remarks.tags.value = before?.tags ?? [];
    remarks.note.value = before?.note ?? "";
    scrollTo({ top: 0 });
  }, [bag, bench, remarks.note, remarks.tags]);
  return (
    <main class="page">
      <div class="review">
        <div>
          <Bag remarks={remarks} />
          <Under />
        </div>
        <ReviewSide remarks={remarks} />
      </div>
    </main>
  );
}

function Bag({ remarks }: { remarks: Remarks }) {
  const bench = useBench();
  const { current } = bench.review.queue.value;
  if (current === null) return <Empty />;
  const view = bench.review.views.value.get(bench.review.indexOf(current.bag));
  const given = bench.review.state.value?.answers.get(current.bag);
  return (
    <article class="bag" aria-label={`Bag ${current.bag}`}>
      <div class="bag-head">
        <h1 aria-live="polite">{current.bag}</h1>
        {given === undefined ? <span class="why">{whyText(current)}</span> : <LabelBadge label={given.answer} />}
        <Chance bag={current.bag} />
      </div>
      <div class="bag-body">
        {view === undefined ? <p class="soft">Loading …</p> : <BagContent view={view} />}
        <Copies bag={current.bag} />
      </div>
      <fieldset class="answers" aria-label="Your answer">
        {ANSWERS.map(({ answer, key, title, kind }) => (
          <button
            key={answer}
            type="button"
            class={kind}
            aria-keyshortcuts={key}
            aria-pressed={given?.answer === answer}
            disabled={!bench.review.canAnswer(current.bag)}
            onClick={() => give(bench, answer, remarks)}
          >
            {title} <kbd>{key}</kbd>
          </button>
        ))}
      </fieldset>
    </article>
  );
}

/** The probability by the last model. */
function Chance({ bag }: { bag: string }) {
  const bench = useBench();
  const view = bench.models.view.value;
  const probability = view?.probabilities[bench.review.indexOf(bag)];
  if (probability === undefined || Number.isNaN(probability)) return null;
  const answers = bench.models.saved.value?.answers ?? 0;
  const when = answers === 0 ? "before your answers" : `with ${count(answers, "answer")}`;
  return (
    <span class="chance" title={`By the model that was trained ${when}`}>
      <Meter share={probability} kind="positive" label={`Probability ${percent(probability)}`} />
      <span class="number">{percent(probability)} likely</span>
    </span>
  );
}

function Copies({ bag }: { bag: string }) {
  const { review } = useBench();
  const copies = review.copiesOf(bag);
  if (copies.length === 0) return null;
  return (
    <div class="note-line">
      <p>
        {copies.length === 1 ? "A copy of it" : `${copies.length} copies of it`}: {copies.slice(0, 6).join(", ")}
        {copies.length > 6 ? " …" : ""}
      </p>
      <Tick value={review.together}>Give them the same answer</Tick>
    </div>
  );
}

function Empty() {
  const bench = useBench();
  const { review } = bench;
  if (review.learning.value.busy || review.progress.value === null)
    return (
      <article class="bag">
        <div class="done soft">
          <p>Looking for the most likely bags …</p>
        </div>
      </article>
    );
  const counts = review.state.value?.counts;
  const aside = (counts?.skipped ?? 0) + (counts?.["cannot tell"] ?? 0);
  return (
    <article class="bag">
      <div class="done">
        <h1>{aside > 0 ? "Nothing is left but what you put aside." : "Every bag has an answer."}</h1>
        <p class="soft">{review.progress.value.stopping.sentence}</p>
        <div class="row">
          {aside > 0 && (
            <button type="button" class="primary" onClick={() => review.revisit()}>
              Look at {count(aside, "bag")} again
            </button>
          )}
          <button type="button" onClick={() => bench.go("keep")}>
            Keep the result
          </button>
        </div>
      </div>
    </article>
  );
}

/** What learning does, and the keys that move. */
function Under() {
  const bench = useBench();
  const { busy, answers, milliseconds, changed } = bench.review.learning.value;
  const undoable = bench.review.state.value?.undoable !== undefined;
  return (
    <div class="under">
      <span class={`pulse ${busy ? "busy" : ""}`} role="status">
        <i />
        {busy
          ? "Learning from your answers …"
          : answers === 0
            ? "The queue is in the order of the file's labels."
            : `Learned from ${count(answers, "answer")} in ${duration(milliseconds / 1000)}${changed > 0 ? `; ${changed} of the next bags changed` : ""}.`}
      </span>
      <span class="row">
        <button type="button" class="quiet" disabled={!undoable} onClick={() => bench.review.undo()}>
          Undo <kbd>u</kbd>
        </button>
        <button type="button" class="quiet" disabled={!undoable} onClick={() => bench.review.back()}>
          Back <kbd>b</kbd>
        </button>
      </span>
    </div>
  );
}
