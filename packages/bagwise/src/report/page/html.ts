/** Text that is HTML already. Everything else is escaped when it goes into a page. */
export class Html {
  constructor(readonly text: string) {}
}

/**
 * What may stand in a template: HTML as it is, text and numbers escaped, lists one after the other.
 */
export type Part = Html | string | number | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/**
 * A template whose values are escaped unless they are HTML themselves: `` html`<p>${name}</p>` ``.
 * Values in attributes must be quoted by the template. Costs O(length).
 */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.map((string, i) => (i < values.length ? string + textOf(values[i]) : string)).join(""));
}

/** Nothing, for a part that is left out. */
export const NOTHING = new Html("");

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return escapeHtml(String(part));
  return part.map(textOf).join("");
}

/** A text in which flags, and what stands between backquotes, are shown as code. */
export function withCode(text: string): Html {
  const parts = text.split(/`([^`]+)`|((?<![\w-])--[a-z][a-z-]*)/g).filter((part) => part !== undefined);
  const isCode = (part: string) => part.startsWith("--") || text.includes(`\`${part}\``);
  return html`${parts.map((part) => (part !== "" && isCode(part) ? html`<code>${part}</code>` : part))}`;
}
