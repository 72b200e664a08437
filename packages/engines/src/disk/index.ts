/** The entry @bagwise/engines/disk: files on disk: sources, folders, locks, temporary files, and writing a file as a whole or not at all. */
export { type Destination, destinationOf } from "./destination.js";
export { fileError, fileSource, stdinSource } from "./file-source.js";
export { filesIn } from "./files-in.js";
export { loadPackage } from "./load-package.js";
export { takeLock } from "./lock.js";
export { refuseOther } from "./ordinary-file.js";
export {
  ENDING_SIGNALS,
  type EndingSignal,
  isTemporaryFor,
  LONGEST,
  removeLeftovers,
  removeTemporariesAtEnd,
  SIGNAL_EXITS,
  temporaryFor,
  withTemporary,
} from "./temporary-files.js";
export { inFolder, located } from "./working-folder.js";
export { checkWritable, writeAtomically } from "./write-atomically.js";
