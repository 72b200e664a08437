import type { ChosenFile } from "../state/chosen-files.js";

/** The files that were dropped, and those of folders, by their paths. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  // Asked for before anything waits: afterwards the list is empty.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry());
  const plain = Array.from(files, (file) => ({ path: file.name, file }));
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found: ChosenFile[] = [];
  for (const entry of entries) if (entry !== null) await visit(entry, found);
  return found;
}

async function visit(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    found.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // It gives a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await visit(each, found);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
