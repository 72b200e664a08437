/** Styles that only the model report has. Shades go from the page's colour to blue or orange. */
const mixes = (side: "below" | "above", colour: string) =>
  [28, 52, 76, 100]
    .map((share, k) => `--${side}${k + 1}:color-mix(in oklab,var(${colour}) ${share}%,var(--blend))`)
    .join(";");

const SHADES = `${mixes("below", "--m0")};${mixes("above", "--m1")}`;

/** The background of passages, by how much they speak for positive, in tenths. */
const MARKS = [2, 3, 4, 5, 6, 7, 8, 9, 10]
  .map((tenths) => `.document .p${tenths}{background:color-mix(in oklab,var(--m1) ${4 * tenths}%,transparent)}`)
  .join("\n");

export const MODEL_RULES = `
:root{--blend:#e3e7ea;${SHADES}}
@media screen and (prefers-color-scheme:dark){:root{--blend:#3a4148}}
#top h2{margin-top:1.6em}
.likely{width:100%;margin:.6em 0;font-size:.92rem}
.likely th,.likely td{padding:.4em .6em;vertical-align:top;position:static;min-width:0}
.likely thead th{background:none;color:var(--soft);font-weight:400;font-size:.92em;padding-top:0}
.likely th[scope=row]{width:99%;white-space:normal;overflow-wrap:anywhere;font-weight:600}
.likely th span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;font-weight:400;color:var(--soft)}
.likely.bare{width:auto}
.likely.bare th[scope=row]{width:auto;min-width:12em}
.likely .track{display:block;width:5.5em;height:6px;margin-top:.25em}
.said{margin:.2em 0 .5em;font-size:.93rem}
.said dt{font-size:.9em;font-weight:400;color:var(--soft)}
.said dd{margin:0 0 .3em;overflow-wrap:anywhere}
${MARKS}
.card .document{font-size:.9rem;line-height:1.5;max-height:30em;overflow:auto}
.document mark{color:inherit;background:none;border-radius:3px;padding:.05em .1em}
.document .witness{box-shadow:inset 0 -2px var(--m1);font-weight:600}
.tools{display:flex;flex-wrap:wrap;gap:.6em 1.2em;align-items:center;font-size:.92rem;margin:.8em 0}
.tools[hidden]{display:none}
.tools label{display:inline-flex;gap:.5em;align-items:center}
.tools button,.tools input,.tools select{font:inherit;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:6px;padding:.35em .7em;max-width:100%}
.tools button{background:var(--wash);cursor:pointer}
.tools button:disabled{opacity:.45;cursor:default}
.sorted .sort{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-align:inherit;white-space:nowrap}
.sorted .sort::after{content:"\\2195\\fe0e";opacity:.35;margin-left:.3em}
.sorted [aria-sort=ascending] .sort::after{content:"\\2191";opacity:1}
.sorted [aria-sort=descending] .sort::after{content:"\\2193";opacity:1}
.sorted .sort:focus-visible,.tools :focus-visible{outline:2px solid var(--link);outline-offset:2px}
.sorted th,.sorted td{vertical-align:top}
.sorted div{width:max-content;max-width:13em;white-space:normal;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.sorted .text{text-align:left}
.sorted td.text div{width:24em;max-width:none}
@media screen and (max-width:680px){.at-wide{display:none}.sorted th[scope=row] div{max-width:34vw}.sorted td.text div{width:16em}}
.cards{list-style:none;margin:1em 0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(400px,100%),1fr));gap:16px}
.card{border:1px solid var(--line);border-radius:8px;padding:14px 16px 12px;min-width:0}
.card h3{display:flex;gap:.5em;align-items:baseline;overflow-wrap:anywhere}
.card h3 .rank{background:var(--m1);color:var(--page);border-radius:1em;min-width:1.75em;text-align:center;padding:0 .45em;font-size:.85em;font-variant-numeric:tabular-nums;flex:none}
.card p{margin:.3em 0;font-size:.93rem}
.picture{display:block;width:100%;max-height:300px;margin:.4em 0 .6em;border-radius:6px}
.picture path{fill:none;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.picture .halo{stroke:#fff;stroke-width:5}
.picture .line{stroke:#111;stroke-width:2;stroke-dasharray:5 3}
.drawing{display:block;max-width:100%;height:auto;margin:.4em 0 .6em;fill:currentColor;font-family:inherit}
.drawing line{stroke:currentColor;stroke-linecap:round}
.drawing polygon{stroke:currentColor;stroke-linejoin:round}
.likely .drawing{max-width:220px;max-height:110px;margin:.3em 0}
.chance{display:flex;align-items:center;gap:.6em;font-size:.9rem}
.track{flex:1;height:8px;border-radius:4px;background:var(--wash);border:1px solid var(--line);overflow:hidden}
.track i{display:block;height:100%;background:var(--m1)}
.bars{width:100%;table-layout:fixed;font-size:.86rem;margin-top:.6em}
.bars th,.bars td{white-space:normal;overflow-wrap:anywhere;padding:.28em .3em;position:static;min-width:0}
.bars thead th{background:none;color:var(--soft);font-weight:400;font-size:.92em;padding-top:0}
.bars thead th:first-child{width:56%}
.bars td:last-child{white-space:nowrap;width:20%}
.bars tbody tr:last-child>*{border-bottom:0}
.bars th span{display:block;font-size:.92em;font-weight:400;color:var(--soft)}
.bars .bar{width:24%}
.bars .bar i{display:block;height:.8em;border-radius:2px;min-width:2px}
.bars .both{background:linear-gradient(var(--soft),var(--soft)) var(--zero) 0/1px 100% no-repeat content-box var(--page)}
.bars .up{background:var(--m1)}
.bars .down{background:var(--m0)}
.terms{display:flex;height:22px;border-radius:4px;overflow:hidden;max-width:72ch;margin:.8em 0 .2em}
.terms i{display:block;min-width:2px}
.terms i:first-child{background:var(--m1)}
.terms i:last-child{background:var(--m0)}
.key i{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}
.warnings{list-style:none;margin:1em 0;padding:0;max-width:80ch}
.warnings li{border-left:4px solid var(--m1);padding:.1em 0 .1em 14px;margin:0 0 1.3em}
.warnings li.info{border-left-color:var(--line)}
.warnings p{margin:.25em 0}
.facts dd code{font-size:.8em}
.facts dd .what{display:block;color:var(--soft);font-size:.9rem;margin-bottom:.5em}
.legend .shades{gap:0;flex-wrap:wrap}
.shades span{margin:0 .5em;color:var(--soft)}
.shades i{display:inline-block;width:18px;height:12px}
.shades .at{border-left:2px solid var(--ink)}
.map-legend .plot{width:14px}
@media print{.tools{display:none}.cards{grid-template-columns:repeat(2,1fr)}.card,.warnings li{break-inside:avoid}.rank,.track i,.bars i,.terms i,.shades i,.key i{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
