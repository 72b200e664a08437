import { constants, write as writeCallback } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { type Destination, destinationOf } from "./destination.js";
import { fileError } from "./file-source.js";
import { temporaryFor, withTemporary } from "./temporary-files.js";

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const write = promisify(writeCallback);
/** Milliseconds before another try, when whoever reads a pipe or socket is slower than we are. */
const PAUSE = 5;

/**
 * Writes a file completely or not at all: to a temporary file next to it, flushed, then renamed. If
 * anything fails, the temporary file is removed and an existing file stays as it was. A link stays a
 * link and its target is replaced; mode and owner stay as they were, as far as you may set them. A
 * pipe or device is written to as it is, because it cannot be replaced. `holds` is asked when all is written: if it
 * says no, the file stays as it was.
 */
export async function writeAtomically(path: string, pieces: Pieces, holds = () => true): Promise<void> {
  try {
    const to = await destinationOf(path);
    if (to.through) await writeThrough(to, pieces);
    else await replace(to, pieces, holds);
  } catch (error) {
    throw fileError(path, error);
  }
}

/**
 * Throws an InputError if no file can be written beside this path, as `writeAtomically` does first:
 * you may not write in the folder, or the disk is read-only or has no room for a name.
 */
export async function checkWritable(path: string): Promise<void> {
  try {
    const to = await destinationOf(path);
    if (to.through) return;
    const temporary = temporaryFor(to.path);
    await withTemporary(temporary, async () => await (await open(temporary, "wx")).close());
  } catch (error) {
    throw fileError(path, error);
  }
}

async function replace({ path, found }: Destination, pieces: Pieces, holds: () => boolean): Promise<void> {
  const temporary = temporaryFor(path);
  await withTemporary(temporary, async () => {
    // Until the mode of an existing file is set, nobody else may read what replaces it.
    const file = await open(temporary, "wx", found === undefined ? 0o666 : 0o600);
    try {
      if (found !== undefined) await keepOwner(file, found);
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    if (holds()) await rename(temporary, path);
  });
}

/** Only the superuser may give a file away; others keep at least its group, where they may. */
async function keepOwner(file: FileHandle, { uid, gid, mode }: NonNullable<Destination["found"]>): Promise<void> {
  if (process.platform === "win32") return;
  const own = await file.stat({ bigint: true });
  if (own.uid !== uid || own.gid !== gid)
    await file
      .chown(Number(uid), Number(gid))
      .catch(() => file.chown(Number(own.uid), Number(gid)))
      .catch(() => undefined);
  await file.chmod(Number(mode) & 0o777);
}

async function writeThrough({ path, found, descriptor }: Destination, pieces: Pieces): Promise<void> {
  // A pipe is opened anew, because Node may have set ours to refuse what it cannot take at once.
  if (descriptor !== undefined && (found?.isFile() || found?.isSocket())) {
    for await (const piece of pieces) await writeTo(descriptor, piece);
    return;
  }
  const device = await open(path, constants.O_WRONLY);
  try {
    for await (const piece of pieces) await device.writeFile(piece);
  } finally {
    await device.close();
  }
}

async function writeTo(descriptor: number, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    try {
      at += (await write(descriptor, piece, at, piece.length - at, null)).bytesWritten;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      await setTimeout(PAUSE);
    }
  }
}
