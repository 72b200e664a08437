/** The entry @bagwise/files/lists: lists that people fill in, and cells that no spreadsheet runs. */
export { REVIEW_REMEDY, reviewAnswers } from "./format/csv/review-answers.js";
export { LIST_COLUMNS, listAnswers, type WrittenAnswer } from "./format/csv/review-list.js";
export { AUDIT_COLUMN, FORMULA, NUMBER, plainCell, safeCell } from "./format/csv/safe-cell.js";
