import { hex, sha256 } from "../../base/sha256.js";
import { version } from "../../base/version.js";
import { canonical } from "../draws/draw-spec.js";

/**
 * The name of a trial: the SHA-256, as 64 hexadecimal digits, of what its result depends on, which
 * is the specification, the content of the data (`contentHash` of the bags) and the version of
 * bagwise. The order in which the specification lists its fields does not matter.
 */
export async function trialId(spec: object, dataHash: string): Promise<string> {
  const text = canonical({ bagwise: version, data: dataHash, spec: canonical(spec) });
  return hex(await sha256(new TextEncoder().encode(text)));
}
