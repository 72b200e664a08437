/** The entry @bagwise/report: a model on one HTML page, in browsers and in Node. */
export { bagMapData } from "./data/bag-map-data.js";
export { type BagDrawing, type BagPicture, bagDrawing, moleculePictures, type PictureOf } from "./model/bag-picture.js";
export type { ModelReportOptions } from "./model/make-report-data.js";
export { modelReport } from "./model/model-report.js";
export { type PhotoSource, photoPictures } from "./model/photo-pictures.js";
export { readingWords, reportCommands } from "./model/report-commands.js";
export type { MapKind, ReportSources } from "./model/report-data.js";
