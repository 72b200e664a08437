import type { BigIntStats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { InputError } from "@bagwise/core/base";
import type { ErrorCode } from "@bagwise/core/codes";
import type { Source } from "@bagwise/files";
import { refuseChanged } from "./file-state.js";
import { located } from "./working-folder.js";

/**
 * Large enough to make the overhead of a call negligible, small enough to stay in the cache.
 */
const PIECE = 2 ** 20;
/** The least, also of a file that seems to be empty: those of the system have no size. */
const LEAST_PIECE = 2 ** 12;

/**
 * A file as a source of bytes. While you parse a piece the next one is read. A piece is valid until
 * you ask for the one after the next. Throws an InputError if the file changes after this, see `refuseChanged`.
 */
export async function fileSource(path: string): Promise<Source> {
  const found = await withFile(path, async (file) => {
    const stats = await file.stat({ bigint: true });
    if (stats.isDirectory()) {
      throw new InputError({
        code: "directory",
        message: "this is a folder",
        remedy: "Name a file in it.",
        where: { file: path },
      });
    }
    // A pipe or device has no meaningful size.
    return stats.isFile() ? stats : undefined;
  });
  return {
    name: path,
    size: found && Number(found.size),
    bytes: () => pieces(path, found),
    ...(found && {
      slice: (start: number, end: number, room?: ArrayBuffer) => slice(path, found, { start, end, room }),
    }),
  };
}

/** Standard input, or another stream, as a source of bytes. */
export function stdinSource(stream: AsyncIterable<Uint8Array> = process.stdin): Source {
  return { name: "standard input", size: undefined, bytes: () => stream };
}

async function* pieces(path: string, found: BigIntStats | undefined): AsyncGenerator<Uint8Array> {
  const file = await openFile(path);
  const check = async () => {
    if (found !== undefined) refuseChanged(path, found, await file.stat({ bigint: true }));
  };
  try {
    await check();
    // A small file needs no more than its size. Megabytes for each would soon call the garbage collector.
    const piece = Math.min(PIECE, Math.max(Number(found?.size ?? PIECE), LEAST_PIECE));
    const buffers = [new Uint8Array(piece), new Uint8Array(piece)];
    const read = (turn: number) => {
      const reading = file.read(buffers[turn], 0, piece, null);
      // It is awaited later; until then its failure must not count as unhandled.
      reading.catch(() => undefined);
      return reading;
    };
    let next = read(0);
    for (let turn = 0; ; turn = 1 - turn) {
      const { bytesRead } = await next.catch((error) => {
        throw fileError(path, error);
      });
      if (bytesRead === 0) break;
      next = read(1 - turn);
      yield buffers[turn].subarray(0, bytesRead);
    }
    await check();
  } finally {
    await file.close();
  }
}

async function slice(
  path: string,
  found: BigIntStats,
  { start, end, room }: { start: number; end: number; room: ArrayBuffer | undefined },
): Promise<ArrayBuffer> {
  return await withFile(path, async (file) => {
    const fits = room !== undefined && room.byteLength >= end - start;
    const bytes = new Uint8Array(fits ? room : new ArrayBuffer(end - start), 0, end - start);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    refuseChanged(path, found, await file.stat({ bigint: true }));
    if (at === bytes.length) return bytes.buffer;
    throw new InputError({
      code: "changed",
      message: `the file ends before byte ${end}`,
      remedy: "Wait until it is complete and try again.",
      where: { file: path },
    });
  });
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await openFile(path);
  try {
    return await use(file);
  } catch (error) {
    throw fileError(path, error);
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(located(path));
  } catch (error) {
    throw fileError(path, error);
  }
}

const KNOWN: Readonly<Record<string, readonly [code: ErrorCode, message: string, remedy: string]>> = {
  ENOENT: ["no-such-file", "there is no such file or folder", "Check the path."],
  EACCES: ["no-permission", "you may not read or write this file", "Check its permissions."],
  EPERM: ["no-permission", "you may not read or write this file", "Check its permissions."],
  EISDIR: ["directory", "this is a folder", "Name a file in it."],
  ENOTDIR: ["not-a-folder", "a part of the path is not a folder", "Check the path."],
  EEXIST: ["exists", "a file or folder with this name exists already", "Choose another name."],
  EROFS: ["no-permission", "this disk is read-only", "Choose another place."],
  ENAMETOOLONG: ["bad-path", "the name is too long", "Choose a shorter one."],
  ELOOP: ["bad-path", "the path has a loop of links", "Check its symbolic links."],
  EINVAL: ["bad-path", "the file system does not accept this name", "Choose another one."],
  ENOSPC: ["disk-full", "the disk is full", "Free some space and try again."],
  EDQUOT: ["disk-full", "your share of the disk is used up", "Free some space and try again."],
  EFBIG: ["disk-full", "the file would be larger than the system allows", "Raise the limit, or choose another disk."],
  EBUSY: ["disk-error", "another program holds this file", "Close it there, or choose another name."],
  ETXTBSY: ["disk-error", "this program is running", "Choose another name."],
  ENXIO: ["disk-error", "nothing is there to read or write", "Choose another name."],
  ENODEV: ["disk-error", "nothing is there to read or write", "Choose another name."],
  EPIPE: ["disk-error", "whoever read from this pipe has closed it", "Keep it open and try again."],
  EMFILE: ["disk-error", "too many files are open", "Close some programs and try again."],
  ENFILE: ["disk-error", "too many files are open", "Close some programs and try again."],
  EIO: ["disk-error", "the file cannot be read", "Check the disk and try again."],
  ESTALE: ["disk-error", "the file vanished while it was read", "Check that nothing moves it and try again."],
};

/** A failure of the file system as an InputError; any other error unchanged. */
export function fileError(path: string, error: unknown): unknown {
  const known = KNOWN[error instanceof Error && "code" in error ? String(error.code) : ""];
  if (known === undefined) return error;
  const [code, message, remedy] = known;
  return new InputError({ code, message, remedy, where: { file: path } });
}
