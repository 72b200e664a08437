// Draws the pictures of the README and the docs into docs/images/: `npm run pictures`. Same seed,
// same bytes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { auto, synthesise } from "../packages/bagwise/dist/index.js";
import { bagMapData } from "../packages/report/dist/data/bag-map-data.js";
import { bagMap } from "../packages/report/dist/figures/bag-map.js";
import { MODEL_RULES } from "../packages/report/dist/model/rules.js";
import { STYLE } from "../packages/report/dist/page/style.js";
import { root } from "./setup.mjs";

const INK = "#1f2937";
const MUTED = "#6b7280";
const POSITIVE = "#d97706";
const PLAIN = "#94a3b8";

/**
 * A bag as a rounded box with a dot for each instance; witnesses, where shown, are of another
 * colour.
 */
function drawBag({ x, y, dots, mark, border, dashed = false }) {
  const circles = dots
    .map(([dx, dy, colour]) => `<circle cx="${x + 14 + 62 * dx}" cy="${y + 12 + 40 * dy}" r="4.2" fill="${colour}"/>`)
    .join("");
  return `<g><rect x="${x}" y="${y}" width="90" height="64" rx="10" fill="#ffffff" stroke="${border}" stroke-width="2"${dashed ? ' stroke-dasharray="5 4"' : ""}/>${circles}<text x="${x + 45}" y="${y + 80}" text-anchor="middle" font-size="12" fill="${MUTED}">${mark}</text></g>`;
}

/** Two dimensions of each instance, scaled into the box. */
function dotsOf(bag, colour) {
  return Array.from({ length: bag.size }, (_, j) => {
    const [a, b] = bag.instance(j);
    const squash = (v) => (1 / (1 + Math.exp(-v / 1.6))).toFixed(3);
    return [squash(a - 0.8), squash(b - 0.8), colour(bag.start + j)];
  });
}

function overview() {
  const { bags, truth, instanceLabels } = synthesise({
    bags: 40,
    labeled: 6,
    prior: 0.4,
    dimensions: 2,
    distance: 4,
    bagSize: [3, 6],
    seed: 12,
  });
  const all = [...bags];
  const known = all.filter((bag) => bag.label === "positive").slice(0, 3);
  const unknown = all.filter((bag) => bag.label === "unlabeled");
  const hidden = unknown.filter((bag) => truth[bag.index] === "positive").slice(0, 3);
  const others = unknown.filter((bag) => truth[bag.index] === "negative").slice(0, 3);
  const mixed = [others[0], hidden[0], others[1], hidden[1], hidden[2], others[2]];
  const grey = () => PLAIN;
  const reveal = (row) => (instanceLabels[row] === 1 ? POSITIVE : PLAIN);
  const parts = [];
  for (const [k, bag] of known.entries()) {
    parts.push(drawBag({ x: 30 + 102 * k, y: 62, dots: dotsOf(bag, grey), mark: "positive", border: POSITIVE }));
  }
  for (const [k, bag] of mixed.entries()) {
    const [x, y] = [30 + 102 * (k % 3), 196 + 96 * Math.floor(k / 3)];
    parts.push(drawBag({ x, y, dots: dotsOf(bag, grey), mark: "?", border: PLAIN, dashed: true }));
  }
  for (const [k, bag] of [...hidden, ...others].entries()) {
    const found = k < 3;
    const [x, y] = [520 + 112 * (k % 3), 104 + 128 * Math.floor(k / 3)];
    const border = found ? POSITIVE : PLAIN;
    parts.push(drawBag({ x, y, dots: dotsOf(bag, found ? reveal : grey), mark: `rank ${k + 1}`, border }));
  }
  const heading = (x, y, text) =>
    `<text x="${x}" y="${y}" font-size="15" font-weight="600" fill="${INK}">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 410" font-family="system-ui, sans-serif" role="img" aria-labelledby="t d">
<title id="t">From positive and unlabeled bags to a ranked list</title>
<desc id="d">Left: three bags marked positive and six bags marked with a question mark, each a box with dots. An arrow labelled bagwise. Right: the six unknown bags in ranked order, the three truly positive ones first, the instances that gave them away in orange.</desc>
<rect width="880" height="410" rx="14" fill="#f8fafc"/>
${heading(30, 44, "Some bags are known to be positive")}
${heading(30, 180, "of the others nobody knows")}
${parts.join("\n")}
<g stroke="${INK}" stroke-width="2.5" fill="none"><path d="M370 205 H478"/><path d="M466 196 L480 205 L466 214"/></g>
<text x="424" y="192" text-anchor="middle" font-size="15" font-weight="600" fill="${INK}">bagwise</text>
${heading(520, 60, "the most likely first, and the instance")}
${heading(520, 80, "that gave each bag away")}
</svg>
`;
}

/** The flow of data through the rooms, for docs/architecture.md. */
function flow() {
  const ROWS = [
    ["Data", ["format", "bags"]],
    ["Mathematics", ["statistics", "kernels", "solver", "scores", "prior"]],
    ["Learning", ["model", "learners"]],
    ["Understanding", ["evaluation", "explain", "report"]],
    ["Doors", ["index.ts", "node", "cli", "lab"]],
  ];
  const box = (x, y, width, name) =>
    `<rect x="${x}" y="${y}" width="${width}" height="36" rx="8" fill="#ffffff" stroke="${PLAIN}" stroke-width="1.5"/><text x="${x + width / 2}" y="${y + 23}" text-anchor="middle" font-size="14" fill="${INK}">${name}</text>`;
  const rows = ROWS.map(([title, names], row) => {
    const y = 24 + 70 * row;
    const label = `<text x="24" y="${y + 23}" font-size="14" font-weight="600" fill="${POSITIVE}">${title}</text>`;
    const down =
      row === 0
        ? ""
        : `<path d="M84 ${y - 32} V${y - 8} M78 ${y - 15} L84 ${y - 7} L90 ${y - 15}" stroke="${MUTED}" stroke-width="2" fill="none"/>`;
    return label + down + names.map((name, k) => box(160 + 120 * k, y, 106, name)).join("");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 440" font-family="system-ui, sans-serif" role="img" aria-labelledby="t d">
<title id="t">How data flows through the rooms of bagwise</title>
<desc id="d">Five rows from top to bottom. Data: format, bags. Mathematics: statistics, kernels, solver, scores, prior. Learning: model, learners. Understanding: evaluation, explain, report. Doors: index.ts, node, cli, lab. Below all of them: base and linalg.</desc>
<rect width="780" height="440" rx="14" fill="#f8fafc"/>
${rows.join("\n")}
<text x="24" y="405" font-size="14" font-weight="600" fill="${MUTED}">Below all</text>
${box(160, 382, 226, "base")}
${box(400, 382, 226, "linalg")}
</svg>
`;
}

/** The map of the report that docs/tasks/report.md makes, in the light colours of the page. */
async function reportMap() {
  const { bags } = synthesise({ bags: 300, labeled: 30, distance: 4, seed: 8 });
  const model = await auto().fit(bags);
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const numbered = model
    .rank(bags.unlabeled())
    .slice(0, 10)
    .map(({ bag }) => bag);
  const figure = bagMap(await bagMapData(model, bags), { document, threshold: model.threshold, numbered }).text;
  const [svg] = /<svg[\s\S]*?<\/svg>/.exec(figure.slice(figure.indexOf("for-wide")));
  // The first rule for :root of each sheet has the light colours.
  const colours = [STYLE, MODEL_RULES]
    .map((sheet) => /:root\{([^}]*)\}/.exec(sheet)[1].replace("color-scheme:light dark;", ""))
    .join(";");
  const style = `<style>svg{${colours};background:var(--page);font:11px system-ui,sans-serif}</style>`;
  return `${svg.replace(/<svg /, '<svg xmlns="http://www.w3.org/2000/svg" ').replace(/(<svg[^>]*>)/, `$1${style}`)}\n`;
}

writeFileSync(join(root, "docs", "images", "overview.svg"), overview());
console.log("docs/images/overview.svg drawn.");
writeFileSync(join(root, "docs", "images", "flow.svg"), flow());
console.log("docs/images/flow.svg drawn.");
writeFileSync(join(root, "docs", "images", "report-map.svg"), await reportMap());
console.log("docs/images/report-map.svg drawn.");
