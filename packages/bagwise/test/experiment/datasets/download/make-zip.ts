import { deflateRawSync } from "node:zlib";
import { crc32 } from "@bagwise/core/base";

/** A ZIP archive, written from its specification (APPNOTE 6.3) and apart from the reader. */
export function makeZip(
  files: Readonly<Record<string, Uint8Array>>,
  { stored = false, comment = "" }: { stored?: boolean; comment?: string } = {},
): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = stored ? Buffer.from(content) : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    // Only the local record has an extra field, so that a reader which mixes the two up is found
    // out.
    const inLocal = Buffer.from(common);
    inLocal.writeUInt16LE(4, 24);
    const head = Buffer.concat([
      Buffer.from("PK\x03\x04", "latin1"),
      inLocal,
      Buffer.from(name),
      Buffer.from([1, 0, 0, 0]),
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, rest, Buffer.from(name));
    local.push(head, packed);
    at += head.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return new Uint8Array(Buffer.concat([...local, directory, end, Buffer.from(comment)]));
}
