import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels } from "../../src/figures/place-labels.js";

const SIZE = { width: 360, height: 380 };
const inside = fc.record({ x: fc.integer({ min: 16, max: 344 }), y: fc.integer({ min: 16, max: 364 }) });

describe("placeLabels", () => {
  it("puts a text above its point where nothing is in the way", () => {
    const [place] = placeLabels([{ x: 100, y: 100, width: 7 }], { ...SIZE, points: [] });
    expect(place).toEqual({ x: 100, y: 90, far: false });
  });

  it("never lets two texts overlap, hide a point that has a text, or leave the picture", () => {
    fc.assert(
      fc.property(
        fc.array(inside, { minLength: 1, maxLength: 25 }),
        fc.array(inside, { maxLength: 60 }),
        (own, points) => {
          const labels = own.map((point, k) => ({ ...point, width: k < 9 ? 7 : 14 }));
          const places = placeLabels(labels, { ...SIZE, points });
          for (const [k, place] of places.entries()) {
            if (place === null) continue;
            expect(place.x).toBeGreaterThanOrEqual(labels[k].width / 2);
            expect(place.x).toBeLessThanOrEqual(SIZE.width - labels[k].width / 2);
            for (const [j, other] of places.entries()) {
              if (j === k) continue;
              if (other !== null && Math.abs(other.y - place.y) < 11)
                expect(Math.abs(other.x - place.x)).toBeGreaterThan((labels[j].width + labels[k].width) / 2);
              const onPoint =
                Math.abs(labels[j].x - place.x) < labels[k].width / 2 && Math.abs(labels[j].y - place.y) < 5.5;
              expect(onPoint).toBe(false);
            }
          }
        },
      ),
      { seed: 3, numRuns: 100 },
    );
  });

  it("finds room for ten texts whose points are all in one place, most of them with a line", () => {
    const places = placeLabels(
      Array.from({ length: 10 }, () => ({ x: 180, y: 190, width: 7 })),
      { ...SIZE, points: [] },
    );
    expect(places.filter((place) => place !== null)).toHaveLength(10);
  });

  it("leaves out what has no room", () => {
    const places = placeLabels(
      Array.from({ length: 500 }, () => ({ x: 180, y: 190, width: 14 })),
      { ...SIZE, points: [] },
    );
    expect(places).toContain(null);
    expect(places[0]).not.toBeNull();
  });
});
