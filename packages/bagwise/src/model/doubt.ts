import { log } from "../base/portable-math.js";
import type { SigmoidCalibration } from "./calibration.js";

/** Less doubt than this about the separation leaves probabilities as they are. */
const LITTLE_DOUBT = 0.01;

/** The calibration, averaged with the prior if a separation with this p is in doubt. */
export function withDoubt(calibration: SigmoidCalibration, p: number, prior: number): SigmoidCalibration {
  const share = doubtOf(p);
  return share < LITTLE_DOUBT ? calibration : { ...calibration, doubt: { share, prior } };
}

/**
 * The least probability that nothing separates the bags, if that was as likely as not before: B / (1
 * + B) with B = -e p ln p (Sellke, Bayarri and Berger, American Statistician 55, 2001). For p = 0.05
 * it is 0.29, for p = 0.001 it is 0.02.
 */
function doubtOf(p: number): number {
  if (p <= 0) return 0;
  const bayes = p < 1 / Math.E ? -Math.E * p * log(p) : 1;
  return bayes / (1 + bayes);
}
