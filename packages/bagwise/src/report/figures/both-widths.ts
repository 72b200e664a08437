import { type Html, html } from "../page/html.js";

/**
 * The widths at which a figure over the whole page is drawn: for a desk or paper, and for a phone.
 */
export const [WIDE, NARROW] = [820, 360];

/**
 * A picture drawn twice, for a wide and for a narrow page; the style sheet shows the one that fits,
 * so that text is never scaled to where nobody can read it. Screen readers meet only the one that
 * is shown.
 */
export function bothWidths(draw: (width: number) => Html): Html {
  return html`<div class="for-wide">${draw(WIDE)}</div><div class="for-narrow">${draw(NARROW)}</div>`;
}
