import { count, InputError } from "../base/errors.js";
import { hex, sha256 } from "../base/sha256.js";
import { Model } from "../model/model.js";
import { encodeModel } from "../model/model-file.js";
import { withoutRanges } from "../prior/belief/used-prior.js";

/** The first digits of two hashes: of the bags, and of everything the model's scores depend on. */
interface AuditSources {
  readonly file: string;
  readonly model: string;
}

/**
 * Identifies an audit, so that the same bags can be drawn again, even if the model got another
 * threshold or calibration since.
 */
export interface AuditCode extends AuditSources {
  readonly n: number;
  readonly seed: number;
  /** The model's threshold when the bags were drawn. */
  readonly threshold: number;
  /**
   * From the highest scores to the lowest. They depend on probabilities, which a calibration
   * changes.
   */
  readonly strata: readonly { readonly size: number; readonly drawn: number }[];
}

/** What an audit by this model of bags with this `contentHash` depends on. */
export async function auditSources(model: Model, dataHash: string): Promise<AuditSources> {
  const { threshold: _, ...rest } = model.card;
  const { scaling, scorer } = model.parts();
  // Another calibration has other ranges.
  const card = { ...rest, calibration: null, prior: withoutRanges(rest.prior) };
  const bytes = encodeModel(new Model({ scaling, scorer, card }), { form: "binary" });
  return { file: dataHash.slice(0, 8), model: hex(await sha256(Uint8Array.from(bytes))).slice(0, 8) };
}

/**
 * An audit code such as `n30-s1-t0-f12ab34cd-m56ef78ab-d7of28_23of242`. It starts with a letter, so
 * that no spreadsheet reads it as a number or a date.
 */
export function auditCodeText({ n, seed, threshold, file, model, strata }: AuditCode): string {
  const drawn = strata.map((stratum) => `${stratum.drawn}of${stratum.size}`).join("_");
  return `n${n}-s${seed}-t${threshold}-f${file}-m${model}-d${drawn}`;
}

const CODE =
  /^n(\d{1,15})-s(-?\d{1,10})-t(-?\d[\d.e+-]*)-f([0-9a-f]{8})-m([0-9a-f]{8})-d(\d{1,15}of\d{1,15}(?:_\d{1,15}of\d{1,15})*)$/;

/** Reads an audit code; null if the text is none. */
export function parseAuditCode(text: string): AuditCode | null {
  const parts = CODE.exec(text);
  if (parts === null) return null;
  const [, n, seed, threshold, file, model, drawn] = parts;
  const strata = drawn.split("_").map((stratum) => {
    const [few, size] = stratum.split("of").map(Number);
    return { size, drawn: few };
  });
  const code = { n: Number(n), seed: Number(seed), threshold: Number(threshold), file, model, strata };
  return Number.isFinite(code.threshold) && strata.every(({ size, drawn: few }) => few <= size) ? code : null;
}

/** Throws an InputError that says how the files given now differ from the audit that was drawn. */
export function checkSameAudit(
  drawn: AuditCode,
  now: AuditSources & { readonly n: number; readonly seed: number; readonly unlabeled: number },
  { model, file }: { model: string; file: string },
): void {
  const differs = (what: string, remedy: string): never => {
    throw new InputError({ code: "audit-mismatch", message: `the audit was drawn ${what}`, remedy });
  };
  if (drawn.file !== now.file)
    differs(
      `from bags other than those in ${file}`,
      "Give the file it was drawn from, unchanged and read with the same options.",
    );
  if (drawn.model !== now.model)
    differs(
      `with a model other than ${model}`,
      "Give the model it was drawn with. Its threshold and calibration may have changed since.",
    );
  const size = drawn.strata.reduce((sum, stratum) => sum + stratum.size, 0);
  if (size !== now.unlabeled)
    differs(`from ${count(size, "unlabeled bag")}, not ${now.unlabeled}`, "Keep the audit column as it was written.");
  if (drawn.n !== now.n)
    differs(`with the option n ${drawn.n}, not ${now.n}`, "Leave out the option n: the answers say it.");
  if (drawn.seed !== now.seed)
    differs(`with the option seed ${drawn.seed}, not ${now.seed}`, "Leave out the option seed: the answers say it.");
}
