import { doubtOf } from "../scores/separation.js";
import type { SigmoidCalibration } from "./calibration.js";

/** The calibration, averaged with the prior if a separation with this p is in doubt. */
export function withDoubt(calibration: SigmoidCalibration, p: number, prior: number): SigmoidCalibration {
  const share = doubtOf(p);
  return share === 0 ? calibration : { ...calibration, doubt: { share, prior } };
}
