import { error } from "./code.js";

/** What a single file format may complain about. */
export const FORMAT_CODES = {
  title: "File formats",
  codes: {
    "read-only-format": error(
      "The format is only read",
      "SMILES and SDF files hold molecules. Bags hold descriptions of molecules, from which no molecule can be made.",
      "Write the bags in another format.",
    ),
    "arff-header": error(
      "The ARFF header cannot be read",
      "A line is not @relation, @attribute, @end or @data, or the header never ends.",
      "Correct the line, or write the file again if it was cut off.",
    ),
    "arff-type": error(
      "Unknown ARFF type",
      "An attribute has a type that cannot become a feature.",
      "Use numeric, a list of values in braces, string, or one relational attribute.",
    ),
    "arff-nominal": error(
      "Value not declared in the ARFF header",
      "A nominal attribute lists its values, and this one is not among them.",
      "Declare the value, or correct it.",
    ),
    "arff-syntax": error("An ARFF row cannot be read", "A quote, brace or index is out of place.", "Correct the line."),
    "svmlight-header": error(
      "The svmlight header is damaged",
      "The comment lines in which bagwise keeps names do not match the data.",
      'Restore them, or remove all lines that start with "# bagwise".',
    ),
    "svmlight-syntax": error(
      "An svmlight line cannot be read",
      "A line is instance:bag:label, followed by index:value pairs.",
      "Correct the line.",
    ),
    "svmlight-index": error(
      "An svmlight index is out of range",
      "The index is larger than the number of features allowed or named.",
      "Correct the index.",
    ),
    "svmlight-order": error(
      "svmlight indices are not ascending",
      "Each index in a line must be larger than the one before.",
      "Sort the pairs of the line by index.",
    ),
    json: error(
      "The text is not JSON",
      "There is a syntax error, or the file was cut off.",
      "Correct it at the place named, or write the file again.",
    ),
    "json-shape": error(
      "The JSON does not hold bags",
      "It is neither a list of bags nor a list of instances in one of the shapes bagwise knows.",
      "See the page on formats for the shapes.",
    ),
    "new-key": error(
      "A feature appears too late",
      "An instance has a feature that none of the first instances has.",
      "Give it to the first instance as well, with null where there is no value.",
    ),
    "duplicate-key": error(
      "A key occurs twice in a JSON object",
      "Programs disagree about which of the two values counts.",
      "Remove or rename one of them.",
    ),
    "bag-too-large": error(
      "A bag is too large for one line",
      "JSON Lines holds one bag per line, and this one is longer than a line may be.",
      "Write one row per instance instead (`rows`: `instances`).",
    ),
    parquet: error(
      "The Parquet file cannot be read",
      "It is damaged, cut off, or uses a feature of Parquet that is not supported.",
      "Copy or write the file again.",
    ),
    "several-instances": error(
      "Several columns could hold the instances",
      "More than one column holds lists of lists, or lists of objects.",
      "Name the right one with `instances`, or ignore all but one.",
    ),
    "half-character": error(
      "A text cannot be written as UTF-8",
      "An id, a group or the name of a feature holds half of a character (a lone surrogate), as if it was cut in the middle of an emoji.",
      "Rename it, or write JSON, JSON Lines or ARFF, which can hold it.",
    ),
    xlsx: error(
      "The Excel file cannot be read",
      "It is damaged, cut off, or claims more than it can hold.",
      "Copy the file again, or open it in Excel or LibreOffice and save it as .xlsx.",
    ),
    "other-sheet": error(
      "This spreadsheet is in another format",
      "Only .xlsx files are read; this is an old Excel file (.xls), a binary one (.xlsb) or one of LibreOffice (.ods).",
      "Open it in Excel or LibreOffice and save it as .xlsx or CSV.",
    ),
    "protected-sheet": error(
      "The spreadsheet is protected by a password",
      "Its content is encrypted.",
      "Open it in Excel or LibreOffice and save it as .xlsx without a password.",
    ),
    "no-such-sheet": error(
      "No such sheet",
      "The file has no sheet of the name or number you gave, or none with cells.",
      "Choose one of the sheets that the message lists.",
    ),
    "sheet-limit": error(
      "The table does not fit into a sheet",
      "A sheet has at most 1,048,576 rows and 16,384 columns, and a cell at most 32,767 characters.",
      "Write it as CSV, JSON Lines or Parquet.",
    ),
    arrow: error(
      "The Arrow file cannot be read",
      "It is damaged, cut off, or uses a feature of Arrow that is not supported.",
      "Copy or write the file again.",
    ),
    "bag-id": error(
      "The Musk layout cannot hold this bag id",
      "The id has a comma or a line break.",
      "Rename the bag, or choose another format.",
    ),
  },
};
