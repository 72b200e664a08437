import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FoundCurve } from "../figures/found-curve.js";

/** The curve of a review. Plot is loaded when the first one is shown. */
export function FoundFigure(parts: FoundCurve) {
  const picture = useSignal("");
  const box = useRef<HTMLElement>(null);
  const key = JSON.stringify([parts.finds.length, parts.pool, parts.total, parts.left, parts.stop]);
  useEffect(() => {
    let over = false;
    void import("../figures/found-curve.js").then(({ foundCurve }) => {
      const width = (box.current?.clientWidth ?? 820) < 560 ? 360 : 820;
      if (!over) picture.value = foundCurve(document, width, parts);
    });
    return () => {
      over = true;
    };
  }, [key]);
  return (
    <figure class="figure" ref={box}>
      <div dangerouslySetInnerHTML={{ __html: picture.value }} />
      <figcaption>
        <ul class="legend">
          <li>
            <i class="stroke" /> found
          </li>
          <li>
            <i class="dash" /> in random order
          </li>
        </ul>
      </figcaption>
    </figure>
  );
}
