/**
 * Reports as self-contained HTML, with figures by Observable Plot. Runs in browsers and in Node;
 * see `modelReport`.
 */
export { WARNINGS, type Warning, type WarningGroup, warningOf } from "./codes/warning-texts.js";
export type { MapKind, ReportSources } from "./model/data.js";
export type { ModelReportOptions } from "./model/make-data.js";
export { modelReport } from "./model/model-report.js";
