/** The entry @bagwise/lab/running: what those need who run experiments in folders and threads. */
export { groupOf } from "./compare/cells.js";
export { cvFoldName } from "./cv/spec.js";
export { MARGIN } from "./cv/summary.js";
export { gridDefaults } from "./paper/grid.js";
export { gridOrder } from "./paper/summary.js";
export { dataSetTitle } from "./report/ink.js";
export { commandOf } from "./report/reproduce.js";
export { reviewReport } from "./report/review-report.js";
export { checksHeadline, checksTables } from "./tables/checks-layout.js";
export { cellIn, MARK, publishedColumns, solvedText } from "./tables/cv-layout.js";
export { percent, percentAndSd, signedPoints, signedThousandths, withStandardError } from "./tables/numbers.js";
export { reviewCsv, reviewMarkdown, reviewRows } from "./tables/review-tables.js";
export { groupBy } from "./trials/group-by.js";
export { inTurn } from "./trials/in-turn.js";
export { meanOf } from "./trials/spread.js";
export type { AnyRecord } from "./trials/trial.js";
