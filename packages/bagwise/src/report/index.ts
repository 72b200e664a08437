/** Self-contained HTML reports with figures by Observable Plot, in browsers and in Node. */
export { type Code, type CodeText, codeText, type Gravity, TOPICS, type Topic } from "../base/codes/catalogue.js";
export type { BagDrawing, BagPicture, PictureOf } from "./model/bag-picture.js";
export type { ModelReportOptions } from "./model/make-report-data.js";
export { modelReport } from "./model/model-report.js";
export type { MapKind, ReportSources } from "./model/report-data.js";
