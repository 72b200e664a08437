import { type Html, html } from "../page/html.js";

/** The widths of a full-page figure: for a desktop or paper, and for a phone. */
const [WIDE, NARROW] = [820, 360];

/**
 * Draws a picture for a wide and for a narrow page; the style sheet shows the one that fits, so
 * that text is never scaled until it is unreadable.
 */
export function bothWidths(draw: (width: number) => Html): Html {
  return html`<div class="for-wide">${draw(WIDE)}</div><div class="for-narrow">${draw(NARROW)}</div>`;
}
