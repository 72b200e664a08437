import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, Html, html } from "../../src/page/html.js";
import { emptyDocument } from "../empty-document.js";

describe("html", () => {
  it("escapes text and keeps HTML as it is", () => {
    expect(html`<p title="${'"a"'}">${"<b>"} ${new Html("<i>x</i>")} ${3}</p>`.text).toBe(
      '<p title="&quot;a&quot;">&lt;b&gt; <i>x</i> 3</p>',
    );
  });

  it("puts lists one after the other, escaped too", () => {
    expect(html`${["<", html`<br>`, ["&"]]}`.text).toBe("&lt;<br>&amp;");
  });

  it("lets no text add an element or leave an attribute", () => {
    const document = emptyDocument();
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "a", "=", "/", " ", "é") }), (text) => {
        const box = document.createElement("div");
        box.innerHTML = html`<p title="${text}">${text}</p>`.text;
        expect(box.querySelectorAll("*")).toHaveLength(1);
        expect(box.firstElementChild?.getAttribute("title")).toBe(text);
        expect(box.textContent).toBe(text);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("leaves ordinary text alone", () => {
    expect(escapeHtml("PU-SKC at 0.3, 20 %")).toBe("PU-SKC at 0.3, 20 %");
  });
});
