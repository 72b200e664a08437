import { Html, html, NOTHING } from "./html.js";
import { STYLE } from "./style.js";

/** A section of the page, with its entry in the table of contents. */
interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

interface PageParts {
  readonly title: string;
  readonly kicker: string;
  readonly subtitle: string;
  /** Shown before all sections. */
  readonly lead: Html;
  readonly sections: readonly PageSection[];
  /** The last section, which includes its own element. */
  readonly last: { readonly id: string; readonly title: string; readonly content: Html };
  /** CSS rules to add to the style sheet. */
  readonly rules: string;
}

/** A self-contained HTML file. Sections without content are left out. */
export function page({ title, kicker, subtitle, lead, sections, last, rules }: PageParts): string {
  const shown = sections.filter(({ content }) => content !== NOTHING && content.text.trim() !== "");
  const entries = [...shown, last].map((section) => html`<li><a href="#${section.id}">${section.title}</a></li>`);
  const body = shown.map(
    (section) => html`<section id="${section.id}"><h2>${section.title}</h2>
${section.content}</section>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="bagwise">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(STYLE)}${new Html(rules)}</style>
</head>
<body>
<header>
<p class="kicker">${kicker}</p>
<h1>${title}</h1>
<p class="sub">${subtitle}</p>
<nav aria-label="Contents"><ul>${entries}</ul></nav>
</header>
<main>
${lead}
${body}${last.content}
</main>
<footer></footer>
</body>
</html>
`.text;
}
