import { version } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";

/**
 * What an exported file says of itself, on one line whatever the model file holds: the name of a method is
 * any text there, and must not end a comment.
 */
export function headline({ card }: Model): string {
  return `method ${card.learner.replace(/\s+/g, " ")}, made by bagwise ${version}`;
}
