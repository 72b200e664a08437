import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { MapView } from "../worker/types.js";
import { useBench } from "./bench.js";
import { drawMap, isInside, nearest, type PointKind, placed } from "./map-picture.js";
import { count, percent } from "./words.js";

/** The bags in the plane. Draw a line around some to choose them; a click shows one. */
export function BagMap({ map }: { map: MapView }) {
  const bench = useBench();
  const canvas = useRef<HTMLCanvasElement>(null);
  const lasso = useSignal<readonly (readonly [number, number])[]>([]);
  const words = useSignal("");
  const at = useRef<ReturnType<typeof placed> | null>(null);
  const bags = bench.review.bags.value;
  const answers = bench.review.state.value?.answers;
  const probabilities = bench.models.view.value?.probabilities;
  const kinds: PointKind[] = Array.from(map.index, (i) => {
    const answer = answers?.get(bags?.ids[i] ?? "")?.answer;
    const known = answer === "positive" || answer === "negative" ? answer : (bags?.labels[i] ?? "unlabeled");
    const chance = probabilities?.[i];
    return { label: known, chance: chance === undefined || Number.isNaN(chance) ? undefined : chance };
  });
  const isIn = (k: number) =>
    lasso.value.length < 3 || (at.current !== null && isInside(lasso.value, at.current.px[k], at.current.py[k]));
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const paint = () => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      const ratio = devicePixelRatio || 1;
      [element.width, element.height] = [width * ratio, height * ratio];
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      at.current = placed(map, width, height);
      const style = getComputedStyle(element);
      const colour = (name: string) => style.getPropertyValue(name).trim();
      const colours = { positive: colour("--m1"), negative: colour("--m2"), unlabeled: colour("--guess") };
      drawMap(context, at.current, kinds, { colours, isIn });
      if (lasso.value.length > 1) {
        context.beginPath();
        for (const [x, y] of lasso.value) context.lineTo(x, y);
        context.closePath();
        context.strokeStyle = colour("--ink");
        context.setLineDash([4, 3]);
        context.stroke();
        context.setLineDash([]);
      }
    };
    paint();
    const observer = new ResizeObserver(paint);
    observer.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", paint);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", paint);
    };
  });
  const place = (event: PointerEvent): readonly [number, number] => {
    const box = canvas.current?.getBoundingClientRect();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  };
  const chosen =
    lasso.value.length < 3 || at.current === null ? [] : kinds.flatMap((_, k) => (isIn(k) ? [map.index[k]] : []));
  const idOf = (k: number) => bags?.ids[map.index[k]] ?? "";
  return (
    <div class="stack">
      <div class="map">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`A map of ${count(map.index.length, "bag")}; similar bags are near each other`}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            lasso.value = [place(event)];
          }}
          onPointerMove={(event) => {
            if (event.buttons === 1) lasso.value = [...lasso.value, place(event)];
            else if (at.current !== null) {
              const k = nearest(at.current, ...place(event), 12);
              words.value =
                k < 0
                  ? ""
                  : `${idOf(k)}${kinds[k].chance === undefined ? "" : `, ${percent(kinds[k].chance ?? 0)} likely`}`;
            }
          }}
          onPointerUp={(event) => {
            if (lasso.value.length > 4 || at.current === null) return;
            lasso.value = [];
            const k = nearest(at.current, ...place(event), 12);
            if (k >= 0 && bags?.labels[map.index[k]] === "unlabeled") {
              bench.review.show(idOf(k));
              bench.go("review");
            }
          }}
        />
        {words.value !== "" && <output>{words.value}</output>}
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
        {chosen.length > 0 && (
          <span role="status">
            {count(chosen.length, "bag")} chosen:{" "}
            {count(chosen.filter((i) => bags?.labels[i] === "positive").length, "known positive", "known positives")}.{" "}
            <button
              type="button"
              class="quiet"
              onClick={() => {
                lasso.value = [];
              }}
            >
              Choose none
            </button>
          </span>
        )}
      </div>
      <p class="soft small">
        {map.index.length < map.bags
          ? `${count(map.index.length, "bag")} of ${count(map.bags, "bag")}, drawn at random. `
          : ""}
        Similar bags are near each other. The two axes hold{" "}
        {percent(map.explained.reduce((sum, share) => sum + share, 0))} of the differences. Draw a line around bags to
        count them; click an open one to answer it.
      </p>
    </div>
  );
}
