/** The exponent with which times grow with sizes: the slope of log time over log size, by least squares. */
export function exponent(sizes, times) {
  const [x, y] = [sizes.map(Math.log), times.map(Math.log)];
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const product = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return product / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}
