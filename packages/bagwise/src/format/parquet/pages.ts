import type { AsyncBuffer, ColumnMetaData, PageHeader, RowGroup } from "hyparquet";

/** Gaps of up to this many bytes are read and not skipped. */
const SMALL_GAP = 2 ** 20;

interface Run {
  readonly start: number;
  end: number;
}

/** Decodes the header of a page and moves the reader past it. */
type ReadHeader = (reader: { view: DataView; offset: number }) => PageHeader;

/**
 * Fetches the bytes of some columns of a row group, once, and checks that no page claims more
 * values than its column has: decoders allocate what a page claims, and a flipped bit can claim
 * billions. Throws an Error about what is wrong. The runs inside a page are not checked.
 */
export async function fetchPages(
  file: AsyncBuffer,
  group: RowGroup,
  columns: ReadonlySet<string>,
  readHeader: ReadHeader,
): Promise<AsyncBuffer> {
  const chunks = group.columns.flatMap(({ meta_data: meta }) =>
    meta !== undefined && columns.has(meta.path_in_schema[0]) ? [meta] : [],
  );
  const ranges = chunks.map((meta) => rangeOf(meta, file.byteLength));
  const runs = merged(ranges);
  const fetched = await Promise.all(runs.map(async (run) => ({ ...run, bytes: await file.slice(run.start, run.end) })));
  const slice = (start: number, end = file.byteLength) => {
    const run = fetched.find((each) => each.start <= start && end <= each.end);
    return run === undefined ? file.slice(start, end) : run.bytes.slice(start - run.start, end - run.start);
  };
  for (const [i, meta] of chunks.entries()) {
    const { start, end } = ranges[i];
    const run = fetched.find((each) => each.start <= start && end <= each.end);
    if (run !== undefined) checkPages(new DataView(run.bytes, start - run.start, end - start), meta, readHeader);
  }
  return { byteLength: file.byteLength, slice };
}

function rangeOf(
  { dictionary_page_offset: dictionary, data_page_offset: data, total_compressed_size: size }: ColumnMetaData,
  length: number,
): Run {
  const start = Number(dictionary || data);
  const end = start + Number(size);
  if (start >= 4 && end > start && end <= length) return { start, end };
  throw new Error(`a column claims the bytes ${start} to ${end} of ${length}`);
}

function merged(ranges: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = runs[runs.length - 1];
    if (last !== undefined && start - last.end <= SMALL_GAP) last.end = Math.max(last.end, end);
    else runs.push({ start, end });
  }
  return runs;
}

function checkPages(
  view: DataView,
  { num_values, path_in_schema: path }: ColumnMetaData,
  readHeader: ReadHeader,
): void {
  const reader = { view, offset: 0 };
  const most = Number(num_values);
  let values = 0;
  while (values < most && reader.offset < view.byteLength) {
    const { data_page_header: v1, data_page_header_v2: v2, compressed_page_size: size } = readHeader(reader);
    const claimed = v1?.num_values ?? v2?.num_values ?? 0;
    values += claimed;
    reader.offset += size;
    const sound = claimed >= 0 && values <= most && size >= 0 && reader.offset <= view.byteLength;
    if (!sound) throw new Error(`a page of column ${JSON.stringify(path.join("."))} claims more than there is`);
  }
}
