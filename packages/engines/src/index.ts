/** The entry @bagwise/engines: addresses of databases. What reads and scores is loaded by entries of its own. */
export { isLong } from "./long-form.js";
export { type EngineSource, sourceNamed } from "./source.js";
