import type { BagSet } from "../../bags/bag-set.js";
import type { Matrix } from "../../linalg/matrix.js";
import { boundedSummaries } from "../statistic/summaries.js";
import { type FurtherViews, furtherKernel, withFurther } from "./further.js";
import { type Views, viewsKernel } from "./views.js";

/**
 * The mean of the five views, and of further kernels if there are any, between bags and the centres. The
 * setup is done once, here. An entry depends only on its bag and its centre.
 */
export function viewsOfBags(views: Views, further?: FurtherViews): (bags: BagSet) => Matrix {
  const five = viewsKernel(views);
  const others = further && furtherKernel(further);
  return (bags) => {
    const mean = five(boundedSummaries(bags));
    return further === undefined || others === undefined ? mean : withFurther(mean, others(bags), further);
  };
}
