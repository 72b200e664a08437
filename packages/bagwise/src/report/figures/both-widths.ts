import { type Html, html } from "../page/html.js";

/** The widths of a full-page figure: for a desktop or paper, and for a phone. */
const [WIDE, NARROW] = [820, 360];

/**
 * Draws a picture twice, for a wide and for a narrow page. The style sheet shows the one that fits,
 * so that text is never scaled until it is unreadable. Screen readers see only the one that is
 * shown.
 */
export function bothWidths(draw: (width: number) => Html): Html {
  return html`<div class="for-wide">${draw(WIDE)}</div><div class="for-narrow">${draw(NARROW)}</div>`;
}
