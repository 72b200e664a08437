import { hex, sha256, version } from "@bagwise/core/base";
import { canonical } from "../draws/draw-spec.js";

/**
 * The name of a trial: the SHA-256 (hexadecimal) of its specification, in any order of fields, the
 * content of the data (`contentHash`) and the version of bagwise.
 */
export async function trialId(spec: object, dataHash: string): Promise<string> {
  const text = canonical({ bagwise: version, data: dataHash, spec: canonical(spec) });
  return hex(await sha256(new TextEncoder().encode(text)));
}
