/**
 * The colours of reports and of the workbench, as variables. The first four of the marks are close to those of
 * Okabe and Ito. All have a contrast of at least 3 to 1 with the page, light or dark, and any two stay
 * distinguishable under the three kinds of colour blindness (a test simulates them). Print is light.
 */
export const PALETTE = `:root{color-scheme:light dark;--page:#ffffff;--ink:#1c2126;--soft:#59626b;--line:#d9dee3;--wash:#f4f6f8;--link:#0b5cad;--guess:#7b848c;--heat:#0072b2;--bar:#c6ccd2;
--m0:#0072b2;--m1:#d55e00;--m2:#008f68;--m3:#b0578d;--m4:#6b5200;--m5:#7f77ea;--m6:#12156e;--m7:#000000}
@media screen and (prefers-color-scheme:dark){:root{--page:#15181b;--ink:#e4e7ea;--soft:#a2abb3;--line:#353b41;--wash:#1e2226;--link:#7ab8f5;--guess:#8d969e;--heat:#3d8fd1;--bar:#495159;
--m0:#4ea6ea;--m1:#f58a4b;--m2:#2fc796;--m3:#e296c5;--m4:#ffde48;--m5:#743eff;--m6:#576cdc;--m7:#f2f2f2}}`;

/** The style sheet. */
export const STYLE = `
${PALETTE}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
header,main{max-width:1152px;margin:0 auto;padding:0 16px}
header{padding-top:40px}
h1{overflow-wrap:anywhere;font-size:clamp(1.6rem,1.2rem + 1.6vw,2.3rem);line-height:1.2;margin:.1em 0 .3em;text-wrap:balance}
h2{font-size:1.4rem;line-height:1.25;margin:2.6em 0 .6em;padding-top:.7em;border-top:1px solid var(--line)}
h3{font-size:1.08rem;margin:0 0 .2em}
h4{font-size:.9rem;margin:0 0 .1em}
h4 span{display:block;font-size:.85rem;font-weight:400;color:var(--soft)}
p,dl{max-width:72ch;margin:.5em 0}
a{color:var(--link)}
.kicker,.sub,.note,figcaption p{color:var(--soft)}
.kicker{margin:0;font-size:.9rem}
.note,figcaption p{font-size:.9rem}
.lead p{font-size:1.06rem}
nav ul{display:flex;flex-wrap:wrap;gap:.2em 1.2em;list-style:none;padding:0;margin:1em 0;font-size:.95rem}
dt{font-weight:600}
dd{margin:0 0 .7em}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15em 1.2em}
.facts dd{margin:0;overflow-wrap:anywhere}
section>h3{margin-top:1.6em}
figure{margin:2.2em 0 3em}
.duo{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(360px,100%),1fr));gap:0 32px}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(340px,100%),1fr));gap:20px 24px;margin:.6em 0}
.plot{display:block;width:100%;max-width:100%;height:auto;font-size:11px;overflow:visible}
.plot text{white-space:pre}
.legend{display:flex;flex-wrap:wrap;gap:.25em 1.3em;list-style:none;margin:.7em 0;padding:0;font-size:.9rem}
.legend li,.legend label,.method{display:inline-flex;align-items:center;gap:.4em}
.legend label{cursor:pointer;border-radius:3px}
.legend .plot,.method .plot{width:26px;flex:none}
.method,.name{white-space:nowrap}
.dash{display:inline-block;width:26px;border-top:2px dashed var(--guess)}
.switches input{position:fixed;top:50%;left:0;opacity:0;pointer-events:none}
.scroll{max-width:100%;overflow-x:auto;margin:.8em 0}
.scroll:focus-visible,pre:focus-visible{outline:2px solid var(--link)}
table{border-collapse:separate;border-spacing:0;font-size:.86rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.3em 0;position:sticky;left:0}
th,td{padding:.22em .6em;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;background:var(--page)}
thead th{vertical-align:bottom;font-weight:600;background:var(--wash);white-space:normal;min-width:5em}
th[scope=row],th[scope=rowgroup],.word,.results thead tr:first-child th:nth-child(-n+2){text-align:left}
th[scope=row],th[scope=rowgroup]{font-weight:500}
th[scope=row],thead th:first-child{position:sticky;left:0;z-index:1}
th[scope=colgroup]{text-align:center;border-left:1px solid var(--line);white-space:nowrap}
.results th[scope=rowgroup]{position:sticky;left:0;z-index:1;vertical-align:top;font-weight:600}
.results th[scope=rowgroup],.results thead tr:first-child th:first-child{width:6.8em;min-width:6.8em;max-width:6.8em;overflow-wrap:break-word;white-space:normal}
.results th[scope=row],.results thead tr:first-child th:nth-child(2){position:sticky;left:6.8em;z-index:1;min-width:3.6em;border-right:1px solid var(--line)}
.results thead tr:nth-child(2) th:first-child{position:static;text-align:right}
.results tbody tr:last-child>*{border-bottom-color:var(--soft)}
.below,.printed{color:var(--soft)}
.printed{font-size:.95em}
details{margin:.4em 0}
summary{cursor:pointer;color:var(--link);font-size:.9rem}
pre{background:var(--wash);padding:.8em 1em;overflow-x:auto;border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
code{font:.9em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
td code{white-space:normal}
footer{height:3em}
@media print{html{font-size:11px}header{padding-top:0}.panel,tr,dl{break-inside:avoid}figcaption,h2,h3,.legend{break-after:avoid}nav,details{display:none}
.panels{grid-template-columns:repeat(2,1fr)}.scroll{overflow:visible}.results{font-size:8px}th,td{padding:1px 4px}}
`;

/** What only the model report has: a narrower column, tiles, callouts, legend swatches. */
export const MODEL_STYLE = `
header,main{max-width:880px}
.panels.whole{display:block}
.panels.three{grid-template-columns:repeat(auto-fit,minmax(min(190px,100%),1fr))}
.for-narrow{display:none}
@media screen and (max-width:680px){.for-wide{display:none}.for-narrow{display:block;max-width:520px}}
.duo figure{margin:1.6em 0 2em;min-width:0;display:grid;grid-template-rows:subgrid;grid-row:span 4;align-content:start}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(138px,1fr));gap:12px;max-width:none;margin:1.6em 0}
.tiles>div{background:var(--wash);border:1px solid var(--line);border-radius:8px;padding:12px 14px 10px;min-width:0}
.tiles dt{font-size:.85rem;color:var(--soft)}
.tiles dd{margin:0;font-variant-numeric:tabular-nums}
.tiles strong{display:block;font-size:1.9rem;line-height:1.2;font-weight:650;letter-spacing:-.01em}
.tiles span{display:block;font-size:.82rem;color:var(--soft)}
.range{display:block;position:relative;height:6px;border-radius:3px;background:var(--line);margin:6px 0 7px}
.range i{position:absolute;top:0;bottom:0;border-radius:3px;background:var(--m0);opacity:.45;min-width:3px}
.range b{position:absolute;top:-2px;bottom:-2px;width:3px;margin-left:-1.5px;border-radius:2px;background:var(--m0)}
.callout{max-width:none;border-left:4px solid var(--m1);background:var(--wash);padding:.7em 1em;border-radius:0 6px 6px 0;margin:1.2em 0}
.swatch{display:inline-block;width:22px;height:12px;border-radius:2px;flex:none}
.swatch.sample{background:var(--bar)}
.swatch.positive,.swatch.rest{height:9px;border-top:2.5px solid var(--m1);background:color-mix(in srgb,var(--m1) 18%,transparent);border-radius:0}
.swatch.rest{border-top-color:var(--m0);background:color-mix(in srgb,var(--m0) 14%,transparent)}
.swatch.solid{background:var(--m1)}
.swatch.negative{background:var(--m2)}
.stroke{display:inline-block;width:26px;border-top:3px solid var(--m0)}
.dash.ink{border-top-color:var(--ink)}
.ramp{display:inline-block;width:96px;height:12px;border-radius:2px;background:linear-gradient(90deg,color-mix(in srgb,var(--heat) 5%,transparent),color-mix(in srgb,var(--heat) 60%,transparent));border:1px solid var(--line)}
.frame{display:inline-block;width:20px;height:13px;border:2.4px solid var(--ink);border-radius:3px}
.share-bar{display:flex;gap:2px;height:8px;max-width:420px;margin:.35em 0 .3em;border-radius:4px;overflow:hidden}
.share-bar i{display:block;min-width:3px}
.share-bar .positive{background:var(--m1)}
.share-bar .unlabeled{background:var(--bar)}
.share-bar .negative{background:var(--m2)}
@supports selector(details::details-content){@media print{details{display:block}details::details-content{content-visibility:visible;display:block;block-size:auto}summary,#bag-map details{display:none}}}
@media print{.panels.three{grid-template-columns:repeat(3,1fr)}.duo{grid-template-columns:1fr 1fr}.tiles{grid-template-columns:repeat(5,1fr)}.tiles>div,figure{break-inside:avoid}.swatch,.range,.range *,.ramp,.share-bar i,.callout,.tiles>div{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media (max-width:560px){.facts{grid-template-columns:1fr;gap:0}.facts dd{margin:0 0 .7em}.tiles{grid-template-columns:repeat(2,1fr)}.tiles>div:first-child{grid-column:1/-1}}
`;
