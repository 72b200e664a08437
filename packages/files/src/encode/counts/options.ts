import { columnNames } from "../column-names.js";

/** Options of the encoder of objects with many keys. */
export const COUNTS_OPTIONS = {
  counts: columnNames('columns of objects such as {"word": 3}, comma-separated, to use as sparse features'),
};
