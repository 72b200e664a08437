import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { toSource } from "@bagwise/files";
import { fromMusk } from "@bagwise/files/formats";
import { readBags } from "../../../node/files/read-bags.js";
import { writeBags } from "../../../node/files/write-bags.js";
import { checkFolder, makeFolder } from "../../folder/make-folder.js";
import { badDownload, type FetchLimits, fetchBytes } from "./fetch-bytes.js";
import { isCompressed, uncompress } from "./unix-compress.js";
import { unzip } from "./zip.js";

/** Where the UCI repository keeps the archives of its data sets. */
const UCI = "https://archive.ics.uci.edu/static/public";

/** A data set that can be fetched, and the checksum (`bagDigest`) of its content. */
export interface Fetchable {
  readonly name: string;
  /** Below the base address. */
  readonly path: string;
  /** The file in the archive, with or without `.Z`. */
  readonly entry: string;
  readonly digest: string;
}

/** The checksums are those of the copies that the paper's experiment was reproduced with. */
export const MUSK: readonly Fetchable[] = [
  {
    name: "musk1",
    path: "74/musk+version+1.zip",
    entry: "clean1.data",
    digest: "1e17c2d23f936567c6a0be14b7de68ed20c990d7cd8899f6879b3121b4738f52",
  },
  {
    name: "musk2",
    path: "75/musk+version+2.zip",
    entry: "clean2.data",
    digest: "b9a2d99d624bfea0155292357a5de61028b2adb016162898079bfb5a2c91a124",
  },
];

export interface Downloaded {
  readonly name: string;
  readonly file: string;
  /** False when the file was there already, with the right content. */
  readonly fetched: boolean;
}

/**
 * Fetches the two Musk sets into a folder, as `musk1.csv` and `musk2.csv`. Everything is fetched
 * and checked before the first file is written, each whole. A file with the right content is kept.
 * No network, another content, a file in the way: an InputError, and nothing is written.
 */
export async function downloadMusk(
  into: string,
  { base = UCI, sets = MUSK, ...limits }: { base?: string; sets?: readonly Fetchable[] } & FetchLimits = {},
): Promise<Downloaded[]> {
  // Nobody should wait for the network to hear that the folder is a file.
  await checkFolder(into);
  const fresh = new Map<string, BagSet>();
  for (const set of sets) {
    const file = fileOf(into, set);
    if (existsSync(file)) await checkThere(file, set);
    else fresh.set(set.name, await fetchSet(set, base, limits));
  }
  if (fresh.size > 0) await makeFolder(into);
  const done: Downloaded[] = [];
  for (const set of sets) {
    const bags = fresh.get(set.name);
    const file = fileOf(into, set);
    if (bags !== undefined) await writeBags(bags, file);
    done.push({ name: set.name, file, fetched: bags !== undefined });
  }
  return done;
}

const fileOf = (folder: string, { name }: Fetchable) => join(folder, `${name}.csv`);

async function checkThere(file: string, { name, digest }: Fetchable): Promise<void> {
  if (bagDigest(await readBags(file)) === digest) return;
  throw new InputError({
    code: "exists",
    message: `there is a file already, and it is not ${name} of UCI`,
    remedy: "Move it away, or name another folder.",
    where: { file },
  });
}

async function fetchSet({ name, path, entry, digest }: Fetchable, base: string, limits: FetchLimits): Promise<BagSet> {
  const url = `${base}/${path}`;
  const files = unzip(await fetchBytes(url, limits), { name: url });
  const found = [...files].find(([each]) => new RegExp(`(?:^|/)${entry}(?:\\.Z)?$`, "i").test(each));
  if (found === undefined) throw badDownload(url, `it holds no ${entry} and no ${entry}.Z`);
  const [inside, packed] = found;
  const bytes = isCompressed(packed) ? uncompress(packed, { name: inside }) : packed;
  const bags = await fromMusk(toSource(bytes, { name: inside }), {});
  if (bagDigest(bags) !== digest)
    throw badDownload(url, `the content of ${inside} does not match the checksum of ${name}`);
  return bags;
}

/**
 * A checksum of what the bags say, whatever their names and order: the SHA-256 of the sorted
 * digests of the bags, each of its label and sorted instances. Copies of the Musk data name bags
 * differently. Values count as numbers: 42 and 42.0 are the same.
 */
export function bagDigest(bags: BagSet): string {
  const each = Array.from(bags, (bag) => {
    const rows = Array.from({ length: bag.size }, (_, j) => Array.from(bag.instance(j), String).join(","));
    return sha256([String(LABEL_CODE[bag.label]), ...rows.sort()].join("\n"));
  });
  return sha256([String(bags.dimension), ...each.sort()].join("\n"));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
