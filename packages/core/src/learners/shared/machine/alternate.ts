import type { SchemeRecord } from "./task.js";

/**
 * A scheme that solves convex problems one after the other: labels of instances, witnesses of bags or
 * tangents of a concave part (the concave-convex procedure of Yuille and Rangarajan, 2003) are fixed,
 * a convex problem is solved, and they are chosen anew.
 */
export interface Scheme<State, Fit> {
  /** Solves the convex problem of a state, perhaps from the last solution. */
  solve(state: State, before: Fit | undefined): Fit;
  /** The objective of the whole problem, which both halves of a step lower or keep. */
  objective(fit: Fit, state: State): number;
  /** The state that is best for what was found. */
  next(fit: Fit, state: State): State;
  /** Whether two states give the same convex problem. */
  same(a: State, b: State): boolean;
}

/** What a scheme came to. */
export interface Alternated<State, Fit> {
  readonly fit: Fit;
  readonly state: State;
  readonly scheme: SchemeRecord;
}

/** The most convex problems of one start. */
const MOST_STEPS = 30;
/** The same if settings are only compared. */
const FEW_STEPS = 10;
/** A step that lowers the objective by less than this share of it is the last one. */
const WORTH_IT = 1e-6;
/** The same for rough solutions, whose objectives have few digits: if they are compared, and otherwise. */
const ROUGHLY_WORTH_IT = 1e-3;
const NEARLY_WORTH_IT = 1e-5;

/**
 * Alternates from this start. It stops when the next state is the same, when the objective falls by
 * less than the share `worth`, a millionth, or after 30 convex problems, which counts as not settled. A step that raises
 * the objective by rounding is undone. What it finds is a local optimum. The first problem may start
 * from the solution `before`.
 */
export function alternate<State, Fit>(
  scheme: Scheme<State, Fit>,
  start: State,
  {
    most = MOST_STEPS,
    worth = WORTH_IT,
    before: warm,
  }: { readonly most?: number; readonly worth?: number; readonly before?: Fit | undefined } = {},
): Alternated<State, Fit> {
  let state = start;
  let fit = scheme.solve(state, warm);
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
    settled = !(after < before - worth * Math.abs(before));
    if (!(after <= before)) break;
    [state, fit] = [next, found];
    path.push(after);
  }
  return { fit, state, scheme: { path, settled, starts: 1 } };
}

/**
 * Alternates with rough solutions, and goes on with exact ones from where that led, unless a rough
 * result will do, which `few` convex problems give, by default 10. So all but a few of the convex
 * problems are cheap, and the last one has a proof.
 */
export function settle<State, Fit>(
  schemeWith: (rough: boolean) => Scheme<State, Fit>,
  start: State,
  { rough = false, few = FEW_STEPS }: { readonly rough?: boolean | undefined; readonly few?: number } = {},
): Alternated<State, Fit> {
  if (rough) return alternate(schemeWith(true), start, { most: few, worth: ROUGHLY_WORTH_IT });
  const first = alternate(schemeWith(true), start, { worth: NEARLY_WORTH_IT });
  const last = alternate(schemeWith(false), first.state, { before: first.fit });
  // Both have solved the problem where they meet, the second one better.
  const path = [...first.scheme.path.slice(0, -1), ...last.scheme.path];
  return { ...last, scheme: { ...last.scheme, path } };
}
