import type { EncodeTools } from "../encode/tools.js";

/** What encoders can do in Node. Loaded when they do. */
export const nodeTools: EncodeTools = {
  describeMolecules: async (jobs, how) => (await import("./describe-molecules.js")).describeMolecules(jobs, how),
};
