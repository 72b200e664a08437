/**
 * The style sheet. Colours of methods are custom properties. The first four are near those of Okabe and Ito; all have a
 * contrast of at least 3 to 1 with the page, light or dark, and every two stay apart for the three kinds of colour-blind
 * eyes (a test simulates them). Print is light.
 */
export const STYLE = `
:root{color-scheme:light dark;--page:#ffffff;--ink:#1c2126;--soft:#59626b;--line:#d9dee3;--wash:#f4f6f8;--link:#0b5cad;--guess:#7b848c;
--m0:#0072b2;--m1:#d55e00;--m2:#008f68;--m3:#b0578d;--m4:#6b5200;--m5:#7f77ea;--m6:#12156e;--m7:#000000}
@media screen and (prefers-color-scheme:dark){:root{--page:#15181b;--ink:#e4e7ea;--soft:#a2abb3;--line:#353b41;--wash:#1e2226;--link:#7ab8f5;--guess:#8d969e;
--m0:#4ea6ea;--m1:#f58a4b;--m2:#2fc796;--m3:#e296c5;--m4:#ffde48;--m5:#743eff;--m6:#576cdc;--m7:#f2f2f2}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
header,main{max-width:1152px;margin:0 auto;padding:0 16px}
header{padding-top:40px}
h1{font-size:clamp(1.6rem,1.2rem + 1.6vw,2.3rem);line-height:1.2;margin:.1em 0 .3em;text-wrap:balance}
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
