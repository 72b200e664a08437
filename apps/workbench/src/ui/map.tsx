import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { MapView } from "../worker/types.js";
import { useBench } from "./bench.js";
import { type KindOf, type Painted, paintMap, sized } from "./map-painter.js";
import { nearest } from "./map-picture.js";
import { count, percent } from "./words.js";

type Place = readonly [x: number, y: number];

/** How far from a point the pointer may be. */
const NEAR = 12;

/** What is known of each bag. */
function useKindOf(): KindOf {
  const bench = useBench();
  const bags = bench.review.bags.value;
  const answers = bench.review.state.value?.answers;
  const probabilities = bench.models.view.value?.probabilities;
  return useMemo(
    () => (i: number) => {
      const answer = answers?.get(bags?.ids[i] ?? "")?.answer;
      const known = answer === "positive" || answer === "negative" ? answer : (bags?.labels[i] ?? "unlabeled");
      const chance = probabilities?.[i];
      return { label: known, chance: chance === undefined || Number.isNaN(chance) ? undefined : chance };
    },
    [answers, bags, probabilities],
  );
}

/** The bags in the plane. Draw a line around some to choose them; a click shows one. */
export function BagMap({ map }: { map: MapView }) {
  const bench = useBench();
  const points = useRef<HTMLCanvasElement>(null);
  const line = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Place[]>([]);
  const lasso = useSignal<readonly Place[]>([]);
  const words = useSignal("");
  const shown = useRef<Painted | null>(null);
  const inside = useSignal<Uint8Array | null>(null);
  const kindOf = useKindOf();
  const around = lasso.value;
  useEffect(() => {
    const element = points.current;
    if (!element) return;
    let latest = 0;
    const paint = async () => {
      const mine = ++latest;
      const found = await paintMap(element, map, { kindOf, lasso: around }, () => mine !== latest);
      if (found === undefined) return;
      shown.current = found;
      inside.value = found.inside;
    };
    const resized = () => {
      if (line.current !== null) {
        sized(line.current);
        drawLine(line.current, around);
      }
      void paint();
    };
    // Called at once with the size that there is.
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", paint);
    return () => {
      latest = -1;
      observer.disconnect();
      dark.removeEventListener("change", paint);
    };
  }, [map, kindOf, around, inside]);
  const ids = bench.review.bags.value?.ids ?? [];
  const labels = bench.review.bags.value?.labels ?? [];
  const near = (event: PointerEvent) =>
    shown.current === null ? -1 : nearest(shown.current.at, ...placeOf(event), NEAR);
  const onMove = (event: PointerEvent) => {
    if (event.buttons === 1) {
      drawn.current.push(placeOf(event));
      drawLine(line.current, drawn.current);
      return;
    }
    const k = near(event);
    const chance = k < 0 ? undefined : kindOf(map.index[k]).chance;
    words.value = k < 0 ? "" : `${ids[map.index[k]]}${chance === undefined ? "" : `, ${percent(chance)} likely`}`;
  };
  const onUp = (event: PointerEvent) => {
    lasso.value = drawn.current.length > 4 ? [...drawn.current] : [];
    if (lasso.value.length > 0) return;
    drawLine(line.current, []);
    const k = near(event);
    if (k < 0 || labels[map.index[k]] !== "unlabeled") return;
    bench.review.show(ids[map.index[k]]);
    bench.go("review");
  };
  const within = inside.value;
  const chosen = useMemo(
    () => (within === null ? null : Array.from(map.index.filter((_, k) => within[k] === 1))),
    [map, within],
  );
  return (
    <div class="stack">
      <div class="map">
        <canvas
          ref={points}
          role="img"
          aria-label={`A map of ${count(map.index.length, "bag")}; similar bags are near each other`}
        />
        <canvas
          ref={line}
          class="over"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drawn.current = [placeOf(event)];
          }}
          onPointerMove={onMove}
          onPointerUp={onUp}
        />
        <Hovered words={words} />
      </div>
      <div class="row">
        <ul class="legend">
          <li>
            <i class="dot of-positive" /> positive, or likely
          </li>
          <li>
            <i class="dot of-negative" /> negative
          </li>
          <li>
            <i class="dot of-unlabeled" /> open
          </li>
        </ul>
        {chosen !== null && (
          <Chosen
            bags={chosen}
            onClear={() => {
              drawLine(line.current, []);
              lasso.value = [];
            }}
          />
        )}
      </div>
      <p class="soft small">
        {map.index.length < map.bags
          ? `${count(map.index.length, "bag")} of ${count(map.bags, "bag")}, drawn at random. `
          : ""}
        Similar bags are near each other. The two axes hold{" "}
        {percent(map.explained.reduce((sum, share) => sum + share, 0))} of the differences. Draw a line around bags to
        choose them; click an open one to answer it.
      </p>
    </div>
  );
}

/** Apart, so that only it follows the pointer. */
function Hovered({ words }: { words: Signal<string> }) {
  return words.value === "" ? null : <output>{words.value}</output>;
}

/** What was chosen on the map, to go on with in the list. */
function Chosen({ bags, onClear }: { bags: readonly number[]; onClear: () => void }) {
  const bench = useBench();
  const positive = bags.filter((i) => bench.review.bags.value?.labels[i] === "positive").length;
  return (
    <span class="row" role="status">
      {count(bags.length, "bag")} chosen, {count(positive, "known positive", "known positives")}.
      <button
        type="button"
        onClick={() => {
          bench.models.chosen.value = new Set(bags);
          bench.go("results");
        }}
      >
        To the list
      </button>
      <button type="button" class="quiet" onClick={onClear}>
        Choose none
      </button>
    </span>
  );
}

function placeOf(event: PointerEvent): Place {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function drawLine(canvas: HTMLCanvasElement | null, line: readonly Place[]): void {
  const context = canvas?.getContext("2d");
  if (!canvas || !context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (line.length < 2) return;
  context.beginPath();
  for (const [x, y] of line) context.lineTo(x, y);
  context.closePath();
  context.strokeStyle = getComputedStyle(canvas).color;
  context.setLineDash([4, 3]);
  context.stroke();
}
