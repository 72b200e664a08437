import { type Html, html } from "../page/html.js";

/** A text in which commands, between backquotes, and flags stand as code. */
export function coded(text: string): Html {
  const parts = text.split(/`([^`]+)`|((?<![\w-])--[a-z][a-z-]*)/g).filter((part) => part !== undefined);
  const isCode = (part: string) => part.startsWith("--") || text.includes(`\`${part}\``);
  return html`${parts.map((part) => (part !== "" && isCode(part) ? html`<code>${part}</code>` : part))}`;
}
