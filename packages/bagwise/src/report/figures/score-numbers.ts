import type { MixturePicture, MixturePoint } from "../model/score-mixture.js";
import { dataTable } from "../page/data-table.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { about, short } from "../page/numbers.js";

/** The bags in every bar, and every eighth point of the mixture; `negative` counts negatives. */
export function scoreNumbers(mixture: MixturePicture, texts: { of: string; negative: number }): Html {
  return html`${barNumbers(mixture, texts)}${mixture.curve.length === 0 ? NOTHING : curveNumbers(mixture.curve)}`;
}

function barNumbers({ bars }: MixturePicture, { of, negative }: { of: string; negative: number }): Html {
  return dataTable(
    ["score from", "to below", of, "positive bags", ...(negative > 0 ? ["negative bags"] : [])],
    bars.map(({ from, to, sample, positive, negative: known }) => [
      short(from),
      short(to),
      sample,
      positive,
      ...(negative > 0 ? [known] : []),
    ]),
    { label: "Bags by score" },
  );
}

function curveNumbers(curve: readonly MixturePoint[]): Html {
  return dataTable(
    ["score", "bags per bar, smoothed", "positive among them", "the rest", "clipped at 0"],
    curve
      .filter((_, k) => k % 8 === 0)
      .map(({ score, sample, positive, rest, cut }) => [
        short(score),
        about(sample),
        about(positive),
        about(rest),
        cut ? "yes" : "",
      ]),
    { label: "The estimated mixture" },
  );
}
