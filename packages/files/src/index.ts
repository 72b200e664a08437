/** The entry @bagwise/files: files of any format to bags, and bags to files. */
export type { Format, FormatName, ReadOptions, WriteOptions } from "./format/format.js";
export { FORMATS, formatByEnding, formatToWrite, WRITABLE_FORMATS } from "./format/formats.js";
export { openInput, readBags, recalledNote, recalledOptions } from "./format/read-bags.js";
export { type Cut, ScatteredBag } from "./format/rows/cut.js";
export type {
  ColumnOverview,
  Problem,
  Sighting,
  SuggestedOptions,
  Survey,
  SurveyedColumn,
  TableOverview,
} from "./format/survey/survey.js";
export { surveyBags } from "./format/survey-bags.js";
export {
  type Content,
  gridSource,
  type Input,
  isGzip,
  type Source,
  type TextInput,
  toSource,
} from "./format/text/source.js";
export { type EncodeOptions, encodeBags } from "./format/write-bags.js";
