import { describe, expect, it } from "vitest";
import type { Html } from "../../src/page/html.js";
import { emptyDocument } from "../empty-document.js";

/** A figure as the elements of a page. */
export function parsed(figure: Html): HTMLElement {
  const box = emptyDocument().createElement("div");
  box.innerHTML = figure.text;
  return box;
}

/** What holds for every figure. The pictures are stored in `../snapshots` beside the test file. */
export function checkFigures(figures: readonly (readonly [name: string, draw: () => Html])[]): void {
  describe.each(figures)("%s", (name, draw) => {
    it("is drawn as it was", async () => {
      // One element on a line, so that a difference is readable.
      const picture = [...parsed(draw()).querySelectorAll(".panels svg")].map((svg) => svg.outerHTML).join("\n");
      await expect(`${picture.replaceAll("><", ">\n<")}\n`).toMatchFileSnapshot(`../snapshots/${name}.svg.txt`);
    });

    it("is a figure with a title, a caption, a text alternative for every picture, and its numbers", () => {
      const box = parsed(draw());
      expect(box.querySelector("figure")?.getAttribute("id")).toBe(name);
      expect(box.querySelector("figcaption h3")?.textContent).not.toBe("");
      expect(box.querySelector("figcaption p")?.textContent).toMatch(/\.$/);
      const pictures = [...box.querySelectorAll(".panels svg")];
      expect(pictures.length).toBeGreaterThan(0);
      for (const picture of pictures) {
        expect(picture.getAttribute("role")).toBe("img");
        expect(picture.getAttribute("aria-label")).toMatch(/\d.*\.$/);
      }
      expect(box.querySelectorAll("details tbody tr").length).toBeGreaterThan(0);
      expect(box.textContent).not.toMatch(/NaN|undefined|Infinity|⚠/);
    });

    it("is the same the second time: nothing counts up between two drawings", () => {
      expect(draw().text).toBe(draw().text);
    });
  });
}
