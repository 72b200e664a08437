/** A small text that belongs to a point, all in pixels. */
interface Labelled {
  readonly x: number;
  readonly y: number;
  /** The width of the text. */
  readonly width: number;
}

/** Where the middle of a text goes, and whether it is so far off that a line should lead there. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly far: boolean;
}

/** The height of a text, and the room around it and around a point. */
const [HEIGHT, GAP, POINT] = [11, 1.5, 4.5];
/** How far from its point a text may stand, the nearest first. */
const DISTANCES = [10, 15, 22, 31, 42, 55, 70];
const NEAR = DISTANCES.slice(0, 4);
const DIRECTIONS = 16;
/** From here on, a line leads from the text to its point. */
const FAR = 20;

/** What texts stand in, and the other points, which they should not hide. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/**
 * A place for each text, in their order: above its point if there is room, else around it and
 * farther off, so that no two texts overlap and none hides a point that has a text. Close by, they
 * hide no other point either, if that is possible. Null where there is no room within 70 pixels.
 * Costs O(n p) for n texts and p points, times some hundred.
 */
export function placeLabels(labels: readonly Labelled[], { width, height, points }: Picture): (LabelPlace | null)[] {
  const around = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x, y, dx: POINT, dy: POINT });
  const taken: Box[] = labels.map(around);
  const others: Box[] = points.map(around);
  const find = (
    label: Labelled,
    own: number,
    distances: readonly number[],
    hidden: readonly Box[],
  ): LabelPlace | null => {
    for (const distance of distances) {
      for (let turn = 0; turn < DIRECTIONS; turn++) {
        // Up first, then to both sides by turns.
        const side = (turn % 2 === 0 ? 1 : -1) * Math.ceil(turn / 2);
        const angle = (2 * Math.PI * side) / DIRECTIONS;
        const box = {
          x: label.x + distance * Math.sin(angle),
          y: label.y - distance * Math.cos(angle),
          dx: label.width / 2 + GAP,
          dy: HEIGHT / 2 + GAP,
        };
        const inside = box.x >= box.dx && box.y >= box.dy && box.x <= width - box.dx && box.y <= height - box.dy;
        if (!inside || taken.some((other, k) => k !== own && overlap(box, other))) continue;
        if (hidden.some((other) => overlap(box, other))) continue;
        taken.push(box);
        return { x: box.x, y: box.y, far: distance >= FAR };
      }
    }
    return null;
  };
  return labels.map((label, own) => find(label, own, NEAR, others) ?? find(label, own, DISTANCES, []));
}

/** A box by its middle and half its sides. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < a.dx + b.dx && Math.abs(a.y - b.y) < a.dy + b.dy;
}
