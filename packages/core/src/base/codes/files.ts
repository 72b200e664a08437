import { caution, error, info } from "./code.js";

/** Opening, recognising and writing files. */
export const FILE_CODES = {
  title: "Files and folders",
  codes: {
    "format-recognised": info(
      "The format was recognised",
      "The name and the first bytes of the file told which format it has.",
      "Nothing. If the guess is wrong, set the option `format`.",
    ),
    "not-held": caution(
      "The format cannot hold everything",
      "The Musk layout has no place for some of what the bags have, such as feature names or groups.",
      "Write CSV, JSON or Parquet to keep it.",
    ),
    "no-such-file": error("No such file", "There is no file or folder at this path.", "Check the path."),
    "no-permission": error(
      "No permission",
      "You may not read or write this file.",
      "Check its permissions, or choose another place.",
    ),
    "not-content": error(
      "This holds no bags",
      "You passed a path or a URL where there are no files, as in a browser.",
      "Pass a File, a Blob, bytes, a stream or a Response, or text as `{ text }`.",
    ),
    "not-a-file": error(
      "This is not a file",
      "You passed a URL of a server, or a pipe, a device or a socket stands among files: it may have no end.",
      "Pass `await fetch(url)`, or remove it from the folder.",
    ),
    response: error("The server refused", "It answered with an error instead of a file.", "Check the address."),
    directory: error("This is a folder", "You named a folder where a file is needed.", "Name a file in it."),
    "not-a-folder": error(
      "This is not a folder",
      "A file stands where a folder is needed.",
      "Check the path, or name a folder.",
    ),
    "no-folder": error(
      "The folder cannot be created",
      "Its name is empty, or you may not write there.",
      "Name a folder in a place where you may write.",
    ),
    exists: error(
      "The file exists already",
      "Writing would replace a file that bagwise did not write, or that holds something else.",
      "Choose another name, or move the file away. On the command line, `--force` replaces it.",
    ),
    overwrite: error(
      "An output would overwrite a file you still need",
      "The name to write to is that of an input, of another output, or of a file that someone filled in.",
      "Choose another name for the output.",
    ),
    "no-workbench": error(
      "The workbench is not there",
      "The package, or your clone, has no built pages of the workbench.",
      "Install bagwise again, or run `npm run build` in a clone.",
    ),
    "port-taken": error(
      "The port cannot be used",
      "Another program listens on it, or you may not use it.",
      "Give another number to `--port`, or leave it out.",
    ),
    "bad-path": error(
      "The file system rejects this path",
      "The name is too long, has a character that is not allowed, or its links go round in circles.",
      "Choose another name.",
    ),
    "disk-full": error("The disk is full", "There is no room left to write.", "Free some space and try again."),
    "disk-error": error(
      "The file cannot be read or written",
      "The disk or the network share failed, or may only be read.",
      "Check it and try again, or choose another place.",
    ),
    changed: error(
      "The file changed while it was in use",
      "Another program wrote to it while it was read, or since the experiment began.",
      "Wait until the file is complete, then start again.",
    ),
    empty: error("The file is empty", "There is nothing in it.", "Give a file with bags."),
    "file-too-large": error(
      "The file is too large for this format",
      "A JSON file is parsed as one value, and engines limit how long a text may be.",
      "Write it as JSON Lines or Parquet.",
    ),
    "unknown-format": error(
      "The format is unknown",
      "Neither the name nor the content of the file tells its format, or there is no format of that name.",
      "Set the option `format`, or give the file the usual extension.",
    ),
    gzip: error(
      "The gzip data is damaged",
      "The file ends too early or was changed.",
      "Copy or download the file again.",
    ),
    "utf-8": error(
      "The text is not UTF-8",
      "The file was saved in another encoding, or is not a text.",
      "Save it as UTF-8, for example with `iconv -t UTF-8`.",
    ),
    "line-too-long": error(
      "A line is too long",
      "The file is probably not a text file with one record per line.",
      "Check the format of the file.",
    ),
    "not-packed": error(
      "Not a bagwise file",
      "The file was not written by bagwise, so it is neither a model nor a training problem.",
      "Name a file that bagwise wrote.",
    ),
    "other-kind": error(
      "Another kind of bagwise file",
      "The file holds something else, such as a training problem instead of a model.",
      "Name the right file.",
    ),
    newer: error("Written by a newer bagwise", "This version does not know the layout of the file.", "Update bagwise."),
    damaged: error(
      "The file is damaged",
      "It was cut off or changed, so its checksum or its parts do not match.",
      "Copy the file again, or create it anew.",
    ),
  },
};
