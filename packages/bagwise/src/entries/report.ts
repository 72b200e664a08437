/** Self-contained HTML reports with figures by Observable Plot, in browsers and in Node. */
import "../learners.js";

export { type Code, type CodeText, codeText, type Gravity, TOPICS, type Topic } from "@bagwise/core/codes";
export {
  type BagDrawing,
  type BagPicture,
  type MapKind,
  type ModelReportOptions,
  modelReport,
  type PictureOf,
  type ReportSources,
} from "@bagwise/report";
