/**
 * From how many bytes on a file is scored part by part, and how many values a part has. Fewer values are scored in a
 * moment.
 */
export const LARGE = { bytes: 2 ** 26, values: 2 ** 21 };
