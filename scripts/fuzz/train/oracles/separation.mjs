// Whether held-out scores of positive bags stand out beyond chance, from docs/mathematics.md: every pair of bags is
// compared, and Student's distribution is integrated.

/** P(T > t) for Student's T, where T = sqrt(degrees) tan(angle) has a density of cos(angle)^(degrees - 1). Simpson's rule. */
function upperTail(t, degrees) {
  const integral = (from, to) => {
    const steps = 4000;
    const value = (k) => Math.cos(from + ((to - from) * k) / steps) ** (degrees - 1);
    let sum = 0;
    for (let k = 0; k < steps; k += 2) sum += value(k) + 4 * value(k + 1) + value(k + 2);
    return (sum * (to - from)) / steps / 3;
  };
  const half = Math.PI / 2;
  return integral(Math.atan(t / Math.sqrt(degrees)), half) / integral(-half, half);
}

/** The probability that scores tell nothing; `distinct`: how many positives, and unlabeled bags, are independent. */
export function doubtAbout({ positive, unlabeled }, ...distinct) {
  const [m, n] = distinct;
  if (m < 2 || n < 2) return 0;
  const wins = positive.flatMap((p) => unlabeled.map((u) => (Math.sign(p - u) + 1) / 2));
  const auc = wins.reduce((a, b) => a + b) / wins.length;
  // Ties make ranks vary less: each group of t equal scores takes (t^3 - t) / (n^3 - n).
  const all = [...positive, ...unlabeled];
  const size = all.length;
  const lost = all.reduce((sum, s) => sum + all.filter((other) => other === s).length ** 2 - 1, 0);
  const variance = ((m + n + 1) * (1 - lost / (size ** 3 - size))) / (12 * m * n);
  const p = variance > 0 ? upperTail((auc - 0.5) / (1.25 * Math.sqrt(variance)), m + n - 2) : 1;
  if (p > 0.05) return 1;
  // The bound of Sellke, Bayarri and Berger on the odds that chance did it.
  const odds = -Math.E * p * Math.log(p);
  const doubt = odds / (1 + odds);
  return doubt < 0.01 ? 0 : doubt;
}
