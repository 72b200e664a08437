import { type Html, html, NOTHING } from "../page/html.js";
import { short } from "../page/numbers.js";

/** The effect of one feature of an instance on the score of its bag. */
export interface FeatureBar {
  readonly name: string;
  readonly value: number;
  /** Whether the value is above or below that of the other instances. */
  readonly direction: "high" | "low";
  /** What the value is compared with, such as "others −1.2 to 0.4". Can be empty. */
  readonly beside: string;
  /** The change in the score. Negative if the feature lowers it. */
  readonly effect: number;
}

/**
 * Bars for the effects of features, to the right if they raise the score, all on one scale, as a
 * table with its own numbers. Without bars, a sentence.
 */
export function featureBars(bars: readonly FeatureBar[], { label }: { readonly label: string }): Html {
  if (bars.length === 0) return html`<p class="note">No single feature stands out.</p>`;
  const most = Math.max(0, ...bars.map(({ effect }) => effect));
  const least = Math.min(0, ...bars.map(({ effect }) => effect));
  const share = (effect: number) => (most > least ? Number(((100 * effect) / (most - least)).toFixed(1)) : 0);
  const shown = alike(Math.max(most, -least));
  const zero = share(-least);
  const axis = most > 0 && least < 0 ? html` both" style="--zero:${zero}%` : NOTHING;
  const rows = bars.map(({ name, value, direction, beside, effect }) => {
    const from = zero + Math.min(0, share(effect));
    return html`<tr><th scope="row">${name}<span>${direction === "high" ? "▲" : "▼"} ${short(value)}${
      beside === "" ? "" : `, ${beside}`
    }</span></th><td class="bar${axis}"><i class="${effect >= 0 ? "up" : "down"}" style="margin-left:${Number(from.toFixed(1))}%;width:${Math.abs(share(effect))}%"></i></td><td>${
      effect > 0 ? "+" : ""
    }${shown(effect)}</td></tr>
`;
  });
  return html`<table class="bars" aria-label="${label}"><thead><tr><th scope="col" class="word">feature and its value</th><th scope="col" colspan="2">effect on the score</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** As many decimals as the largest needs for three digits. */
function alike(largest: number): (value: number) => string {
  if (!(largest >= 1e-3 && largest < 1e5)) return short;
  const decimals = Math.max(0, 2 - Number(largest.toExponential().split("e")[1]));
  return (value) => value.toFixed(decimals).replace(/^-/, "−");
}
