import { sha256 } from "@bagwise/core/base";
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
  /** The one script of the page, if it needs one. */
  readonly script?: PageScript | undefined;
}

interface PageScript {
  readonly code: string;
  /** In base 64. */
  readonly sha256: string;
}

/** A script with its hash, which lets a browser run it and no other. */
export async function pageScript(code: string): Promise<PageScript> {
  const bytes = await sha256(new TextEncoder().encode(code));
  return { code, sha256: btoa(String.fromCharCode(...bytes)) };
}

/** What the page may load and run: nothing but its own styles and its one script. */
function policy(script: PageScript | undefined): string {
  const scripts = script === undefined ? "" : `; script-src 'sha256-${script.sha256}'`;
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'${scripts}`;
}

/** A self-contained HTML file. Sections without content are left out. */
export function page({ title, kicker, subtitle, lead, sections, last, rules, script }: PageParts): string {
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
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
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
${script === undefined ? NOTHING : html`<script>${new Html(script.code)}</script>`}
</body>
</html>
`.text;
}
