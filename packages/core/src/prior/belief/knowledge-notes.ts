import type { Note } from "../../base/note.js";
import { contradictionOf } from "./contradiction.js";
import type { KnownPrior } from "./known-prior.js";

/**
 * Notes on what you stated: an audit changes nothing beside an exact prior, and two statements may
 * contradict each other. `labelled` is as for `withAudit`.
 */
export function knowledgeNotes(known: KnownPrior, { labelled = 0 }: { labelled?: number } = {}): Note[] {
  const { value, audit } = known;
  if (audit === undefined) return [];
  const notes: Note[] = [];
  if (value !== undefined) {
    const message = `the audit is not used, because the prior was given as exactly ${value}; give a range, or leave the prior out`;
    notes.push({ code: "audit-unused", message });
  }
  const found = contradictionOf(known, { labelled });
  if (found !== null) {
    const message = `your ${found.said} and the audit, ${audit.positive} of ${audit.reviewed} positive, contradict each other: by the audit alone the prior is ${found.low.toFixed(2)} to ${found.high.toFixed(2)}; correct one of them, or check that the reviewed bags were drawn at random`;
    notes.push({ code: "prior-against-audit", message });
  }
  return notes;
}
