import { useSignal } from "@preact/signals";
import { useBench } from "../bench.js";
import { LabelBadge, Meter } from "../parts.js";
import { about, count, thousands } from "../words.js";
import type { Remarks } from "./review.js";

/** Beside the bag: how far the review is, remarks, search, and what counts as positive. */
export function ReviewSide({ remarks }: { remarks: Remarks }) {
  return (
    <aside class="side" aria-label="About the review">
      <Progress />
      <Tags remarks={remarks} />
      <Search />
      <Criteria />
    </aside>
  );
}

function Progress() {
  const bench = useBench();
  const progress = bench.review.progress.value;
  const counts = bench.review.state.value?.counts;
  const found = counts?.positive ?? 0;
  const reviewed = found + (counts?.negative ?? 0);
  const pool = progress?.pool ?? bench.review.bags.value?.summary.unlabeled ?? 0;
  return (
    <section aria-label="Progress">
      <p>
        <span class="big">{thousands(found)}</span> <span class="soft">found in {count(reviewed, "answer")}</span>
      </p>
      <Meter share={pool === 0 ? 0 : reviewed / pool} label={`${reviewed} of ${pool} reviewed`} />
      <p class="soft small">
        {thousands(pool - reviewed)} of {thousands(pool)} are open.{" "}
        {progress?.left.value !== null && progress !== null && (
          <>
            About <strong>{about(progress.left.value)}</strong> positives are left ({thousands(progress.left.low)} to{" "}
            {thousands(progress.left.high)}).
          </>
        )}
      </p>
      {progress !== null && reviewed > 0 && (
        <p class="small">
          {progress.stopping.sentence}{" "}
          <button type="button" class="quiet" onClick={() => bench.go("left")}>
            More
          </button>
        </p>
      )}
    </section>
  );
}

function Tags({ remarks: { tags, note } }: { remarks: Remarks }) {
  const bench = useBench();
  const draft = useSignal("");
  const used = new Set([...(bench.review.state.value?.answers.values() ?? [])].flatMap((answer) => answer.tags ?? []));
  for (const tag of tags.value) used.add(tag);
  const toggle = (tag: string) => {
    tags.value = tags.value.includes(tag) ? tags.value.filter((each) => each !== tag) : [...tags.value, tag];
  };
  const add = (event: Event) => {
    event.preventDefault();
    const tag = draft.value.trim();
    if (tag !== "" && !tags.value.includes(tag)) tags.value = [...tags.value, tag];
    draft.value = "";
  };
  return (
    <section aria-label="Remarks">
      <h3>Remarks on this bag</h3>
      {used.size > 0 && (
        <div class="tags">
          {[...used].slice(0, 24).map((tag) => (
            <button
              key={tag}
              type="button"
              class="tag"
              aria-pressed={tags.value.includes(tag)}
              onClick={() => toggle(tag)}
            >
              {tag}
            </button>
          ))}
        </div>
      )}
      <form onSubmit={add}>
        <input
          type="text"
          aria-label="New tag"
          placeholder="Add a tag"
          value={draft.value}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
          }}
        />
      </form>
      <textarea
        id="note"
        rows={2}
        aria-label="Note"
        placeholder="Note (m)"
        value={note.value}
        onInput={(event) => {
          note.value = event.currentTarget.value;
        }}
      />
    </section>
  );
}

function Search() {
  const bench = useBench();
  const words = useSignal("");
  const found = useSignal<readonly number[]>([]);
  const search = async (text: string) => {
    words.value = text;
    const result = (await bench.context.attempt(() => bench.context.engine.search(text))) ?? [];
    if (words.value === text) found.value = result;
  };
  const ids = bench.review.bags.value?.ids ?? [];
  const labels = bench.review.bags.value?.labels ?? [];
  return (
    <section aria-label="Search">
      <h3>Search</h3>
      <input
        id="search"
        type="search"
        aria-label="Search bags"
        placeholder="Words or an id (/)"
        value={words.value}
        onInput={(event) => void search(event.currentTarget.value)}
      />
      {words.value.trim() !== "" && (
        <ul class="found-list" aria-label="Found">
          {found.value.map((i) => (
            <li key={i}>
              <button type="button" disabled={labels[i] !== "unlabeled"} onClick={() => bench.review.show(ids[i])}>
                {ids[i]}
                <LabelBadge label={bench.review.state.value?.answers.get(ids[i])?.answer ?? labels[i]} />
              </button>
            </li>
          ))}
          {found.value.length === 0 && <li class="soft small">No bag has these words.</li>}
        </ul>
      )}
    </section>
  );
}

function Criteria() {
  const bench = useBench();
  const criteria = bench.review.state.value?.criteria ?? "";
  return (
    <section aria-label="Criteria">
      <h3>What counts as positive</h3>
      <textarea
        rows={3}
        aria-label="What counts as positive"
        placeholder="In your own words, so that you answer alike tomorrow"
        value={criteria}
        onChange={(event) => {
          if (event.currentTarget.value !== criteria) bench.review.change({ criteria: event.currentTarget.value });
        }}
      />
    </section>
  );
}
