import fs from "node:fs";
import promises, { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** Where a disk is full: at which file that is written, from 1. */
export interface FullDisk {
  /** Whether so many files were written. */
  readonly hit: boolean;
  restore(): void;
}

/**
 * From now on there is no room for the file that is written as number `at`: half of its first bytes are taken, then the
 * system says ENOSPC. Output streams of the process are left alone.
 */
export async function fillDisk(at: number): Promise<FullDisk> {
  const probe = await open("/dev/null");
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const real = { writeFile: prototype.writeFile, appendFile: promises.appendFile, writeSync: fs.writeSync };
  const seen = new Set<unknown>();
  let hit = false;
  const isFull = (file: unknown) => {
    seen.add(file);
    hit ||= seen.size === at;
    return seen.size >= at;
  };
  const full = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const half = (data: unknown) =>
    Buffer.from(data as Uint8Array).subarray(0, Buffer.from(data as Uint8Array).length / 2);
  prototype.writeFile = async function (this: FileHandle, data, ...rest) {
    if (!isFull(this)) return await real.writeFile.call(this, data, ...rest);
    await real.writeFile.call(this, half(data));
    throw full();
  };
  promises.appendFile = async (file, data, ...rest) => {
    if (data.length === 0 || !isFull(String(file))) return await real.appendFile(file, data, ...rest);
    await real.appendFile(file, half(data));
    throw full();
  };
  const writeSync = (file: number, data: string | Uint8Array, ...rest: number[]) => {
    if (file > 2 && isFull(file)) {
      real.writeSync(file, half(data));
      throw full();
    }
    return real.writeSync(file, data as Uint8Array, ...rest);
  };
  fs.writeSync = writeSync as typeof fs.writeSync;
  syncBuiltinESMExports();
  return {
    get hit() {
      return hit;
    },
    restore() {
      prototype.writeFile = real.writeFile;
      promises.appendFile = real.appendFile;
      fs.writeSync = real.writeSync;
      syncBuiltinESMExports();
    },
  };
}
