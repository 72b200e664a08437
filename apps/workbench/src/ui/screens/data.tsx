import { useEffect } from "preact/hooks";
import { useBench } from "../bench.js";
import { BagMap } from "../map.js";
import { RunningLine, Tile } from "../parts.js";
import { count, thousands } from "../words.js";

/** What is in the file: labels, sizes, features, copies, and a map. */
export function Data() {
  const bench = useBench();
  const bags = bench.review.bags.value;
  const model = bench.models.view.value;
  const trained = model !== null;
  useEffect(() => {
    void bench.models.loadCopies();
  }, [bench]);
  useEffect(() => {
    if (model !== null) void bench.models.loadMap();
  }, [bench, model]);
  if (bags === null) return null;
  const { summary } = bags;
  const words = (summary.blocks ?? []).map(({ name, width }) => `${thousands(width)} ${name}`);
  const features = [...(summary.features > 0 ? [thousands(summary.features)] : []), ...words];
  return (
    <main class="page narrow stack wide">
      <div class="heading">
        <h1>Data</h1>
        <p>{bench.opening.file.value?.name}</p>
      </div>
      <dl class="tiles">
        <Tile name="Bags" value={thousands(summary.bags)} more={count(summary.instances, "instance")} />
        <Tile name="Known positive" value={thousands(summary.positive)} />
        <Tile name="Not known" value={thousands(summary.unlabeled)} />
        <Tile name="Known negative" value={thousands(summary.negative)} />
      </dl>
      <div
        class="share-bar"
        role="img"
        aria-label={`${summary.positive} positive, ${summary.unlabeled} not known, ${summary.negative} negative`}
      >
        {summary.positive > 0 && <i class="of-positive" style={{ flex: `${summary.positive} 0 0` }} />}
        {summary.unlabeled > 0 && <i class="of-unlabeled" style={{ flex: `${summary.unlabeled} 0 0` }} />}
        {summary.negative > 0 && <i class="of-negative" style={{ flex: `${summary.negative} 0 0` }} />}
      </div>
      <section class="panel stack">
        <h2>A map of the bags</h2>
        <RunningLine />
        {bench.models.map.value !== null ? (
          <BagMap map={bench.models.map.value} />
        ) : (
          <p class="soft">{trained ? "Drawing the map …" : "The map comes with the first model."}</p>
        )}
      </section>
      <section class="panel stack">
        <h2>Instances per bag</h2>
        <Sizes />
      </section>
      <section class="panel stack">
        <h2>Features</h2>
        <p>{features.length === 0 ? "None." : `${features.join(", ")}.`}</p>
        {bags.features.length > 0 && (
          <p class="soft small">
            {bags.features.slice(0, 60).join(", ")}
            {bags.features.length > 60 ? " …" : ""}
          </p>
        )}
      </section>
      <Copies />
      <section class="stack" aria-label="Notes">
        {bags.notes.map(({ message }) => (
          <p key={message} class="note-line">
            {message}
          </p>
        ))}
      </section>
    </main>
  );
}

function Sizes() {
  const bags = useBench().review.bags.value;
  if (bags === null) return null;
  const { histogram, min, median, max } = bags.summary.bagSize;
  const most = Math.max(1, ...histogram.map((bin) => bin.bags));
  return (
    <>
      <p class="soft">
        From {min} to {max}, {Number(median.toFixed(1))} in the middle.
      </p>
      <div class="bars">
        {histogram.map(({ from, to, bags: number }) => (
          <>
            <span key={`${from} name`}>{from === to ? from : `${from}–${to}`}</span>
            <i key={`${from} bar`} style={{ width: `${(100 * number) / most}%` }} />
            <span key={`${from} number`} class="soft">
              {thousands(number)}
            </span>
          </>
        ))}
      </div>
    </>
  );
}

function Copies() {
  const families = useBench().models.copies.value;
  return (
    <section class="panel stack">
      <h2>Copies</h2>
      {families.length === 0 ? (
        <p class="soft">No bag is a copy of another.</p>
      ) : (
        <>
          <p>
            {count(families.length, "family", "families")} of bags that are copies of each other, or nearly. They are
            shown together in a review.
          </p>
          <ul class="small">
            {families.slice(0, 20).map((family) => (
              <li key={family[0]}>{family.join(", ")}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
