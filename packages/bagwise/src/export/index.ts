/** The entry bagwise/export: models as JavaScript, for where bagwise is not. */
export { toJs } from "./js/to-js.js";
