/** The entry @bagwise/report/figures: figures as SVG, by Observable Plot. */
export { curvePicture, spreadOver } from "./curve-picture.js";
export { figure, panel } from "./figure.js";
export { baseLine, faintGrid, glyphSvg, PANEL_WIDTH, plotSvg, xAxis, yAxis } from "./plot-svg.js";
export { decades, padded, powersOfTen, stepped, thinned, unique } from "./scales.js";
