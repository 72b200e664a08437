import type { MachineFit, SchemeRecord } from "./task.js";

/**
 * A scheme that solves convex problems one after the other: labels of instances, witnesses of bags or
 * tangents of a concave part (the concave-convex procedure of Yuille and Rangarajan, 2003) are fixed,
 * a convex problem is solved, and they are chosen anew.
 */
export interface Scheme<State, Fit extends MachineFit = MachineFit> {
  /** Solves the convex problem of a state, perhaps from the last solution. */
  solve(state: State, before: Fit | undefined): Fit;
  /** The objective of the whole problem, which both halves of a step lower or keep. */
  objective(fit: Fit, state: State): number;
  /** The state that is best for what was found. */
  next(fit: Fit, state: State): State;
  /** Whether two states give the same convex problem. */
  same(a: State, b: State): boolean;
}

/** The most convex problems of one start. */
const MOST_STEPS = 30;
/** A step that lowers the objective by less than this share of it is the last one. */
const WORTH_IT = 1e-6;

/**
 * Alternates from this start. It stops when the next state is the same, when the objective falls by
 * less than a millionth, or after 30 convex problems, which counts as not settled. A step that raises
 * the objective by rounding is undone. What it finds is a local optimum.
 */
export function alternate<State, Fit extends MachineFit>(
  scheme: Scheme<State, Fit>,
  start: State,
  { most = MOST_STEPS }: { readonly most?: number } = {},
): { readonly fit: Fit; readonly state: State; readonly scheme: SchemeRecord } {
  let state = start;
  let fit = scheme.solve(state, undefined);
  const path = [scheme.objective(fit, state)];
  let settled = false;
  while (!settled && path.length < most && Number.isFinite(path[path.length - 1])) {
    const next = scheme.next(fit, state);
    if (scheme.same(next, state)) {
      settled = true;
      break;
    }
    const found = scheme.solve(next, fit);
    const [before, after] = [path[path.length - 1], scheme.objective(found, next)];
    settled = !(after < before - WORTH_IT * Math.abs(before));
    if (!(after <= before)) break;
    [state, fit] = [next, found];
    path.push(after);
  }
  return { fit, state, scheme: { path, settled, starts: 1 } };
}
