/** The entry @bagwise/core/audit: a random sample of bags to look at, and what the answers say. */
export { type AuditCode, auditCodeText, auditSources, checkSameAudit, parseAuditCode } from "./audit-code.js";
export {
  type AuditableBag,
  type AuditDesign,
  type AuditStratum,
  type DrawAuditOptions,
  type DrawnBag,
  drawAudit,
} from "./design.js";
export { type AuditEstimate, type EstimateAuditOptions, estimateAudit } from "./estimate.js";
export { type LabelFairness, labelFairness } from "./fair-labels.js";
export { AUDIT_MEASURES, type AuditMeasure, type AuditMeasureName } from "./measures.js";
export { assumedShare, modelNotes, type SeenInTraining, seenInTraining } from "./model-facts.js";
export { type AuditPromise, type AuditPromises, auditPromises } from "./promise.js";
export { type AuditRefit, refitWithAudit } from "./refit.js";
export { type Review, type ReviewAnswers, withReview } from "./review.js";
