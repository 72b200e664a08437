/** What a worker thread runs: one unit of work, plain data in, plain data out. */
export { runPuSkcJob as default } from "../learners/pu-skc/fit.js";
