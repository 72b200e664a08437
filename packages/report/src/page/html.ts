/** Text that is already HTML. Everything else is escaped when inserted into a page. */
export class Html {
  constructor(readonly text: string) {}
}

/** HTML as it is, text and numbers escaped, lists concatenated. */
export type HtmlPart = Html | string | number | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for use between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** A template that escapes its values unless they are HTML. Quote attribute values in it. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return new Html(strings.map((string, i) => (i < values.length ? string + textOf(values[i]) : string)).join(""));
}

/** Names with their values. */
export function factList(facts: readonly (readonly [name: string, value: HtmlPart])[]): Html {
  return html`<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Data for a script of the page, which finds them by the id. No text in them can end the element. */
export function jsonBlock(id: string, data: object): Html {
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return html`<script type="application/json" id="${id}">${new Html(text)}</script>`;
}

/** Empty HTML, for a part that is left out. */
export const NOTHING = new Html("");

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return escapeHtml(String(part));
  return part.map(textOf).join("");
}

/** Shows flags, and text between backticks, as code. */
export function withCode(text: string): Html {
  const parts = text.split(/`([^`]+)`|((?<![\w-])--[a-z][a-z-]*)/g).filter((part) => part !== undefined);
  const isCode = (part: string) => part.startsWith("--") || text.includes(`\`${part}\``);
  return html`${parts.map((part) => (part !== "" && isCode(part) ? html`<code>${part}</code>` : part))}`;
}
