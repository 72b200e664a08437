import { caution, error, info, warning } from "./code.js";

/** What the columns of a file turned out to mean. */
export const COLUMN_CODES = {
  title: "What columns mean",
  codes: {
    "row-number": warning(
      "A column that follows the order of the file was left out",
      "It rises or falls along the whole file, or counts the rows or the instances of each bag. Such a column tells where a row stands and nothing about the thing itself. Where labelled bags come first, it gives the label away.",
      "Nothing, if it is an index or a time. If it is a measurement, name it in `use`.",
    ),
    identifier: warning(
      "A column that looks like an identifier was left out",
      "It has a different whole number for every bag or every row.",
      "Nothing, if it is an id. If it is a measurement, name it in `use`.",
    ),
    "label-copy": warning(
      "A column that repeats the label was left out",
      "It has one value in all positive bags and another in all others, so it would be the only thing learnt.",
      "Nothing, if it was made from the label. If it is a measurement, name it in `use`.",
    ),
    "ignored-dates": caution(
      "Dates were left out",
      "Days often follow the order in which bags were labelled.",
      "To use year, month, day of the week and the day itself as features, name the column in `use`.",
    ),
    "ignored-nested": warning(
      "Nested columns were left out",
      "The column holds objects, or lists of different lengths.",
      "If it holds the instances of each bag, name it in `instances`. Otherwise flatten it.",
    ),
    "numbers-in-text": warning(
      "A column was left out although it looks like numbers",
      "Most of its values are numbers with a unit, a sign such as <, or words among them, so it is a column of text.",
      "Write plain numbers, and name words that mean a missing value in `na`. If it is no measurement, nothing.",
    ),
    "empty-columns": caution(
      "Columns without any value were left out",
      "Every value is missing.",
      "Nothing, unless values were lost when the file was written.",
    ),
    categories: info(
      "Words are used as categories",
      "The column has few different words, so each becomes a feature of 0 and 1.",
      "Nothing. Leave the column out with `ignore` if it should not matter.",
    ),
    "yes-no-columns": info(
      "Yes and no are used as 1 and 0",
      "The column has words such as yes, no, true, false.",
      "Nothing.",
    ),
    "percent-columns": info("Percentages are used as shares", "Every value ends in a percent sign.", "Nothing."),
    "vector-columns": info(
      "Lists are used as vectors",
      "Every value of the column is a list of numbers of the same length.",
      "Nothing.",
    ),
    "list-instances": info(
      "The values of lists are instances",
      "Every bag has one row, with lists in it, as SQL's list() with GROUP BY gives.",
      "Nothing. If such a list is one vector, leave out the other lists with `ignore`.",
    ),
    "decimal-comma": info(
      "Numbers have a decimal comma",
      "Numbers such as 0,5 were found.",
      "Nothing. If it is wrong, set `decimal` to a point.",
    ),
    "ambiguous-thousands": warning(
      "A thousands sign may be a decimal sign",
      "Some numbers of the column have decimals, and others only a sign before three digits, such as 1,234. It is read as 1234.",
      "Look at these numbers. If the sign is a decimal sign there, write all numbers with the same one.",
    ),
    "renamed-columns": caution(
      "Columns were renamed",
      "Several columns had the same name, or none.",
      "Give every column a name of its own.",
    ),
    encoding: caution(
      "The encoding of the text was guessed",
      "The text is not UTF-8.",
      "Check a name with an accent. If it is wrong, set `encoding`, or save the file as UTF-8.",
    ),
    "western-text": warning(
      "The text was read as Windows-1252",
      "It is not UTF-8, and looks like Western text of an older program: Latin-1 or Windows-1252.",
      "Check a name with an accent. If it is wrong, set `encoding`, or save the file as UTF-8.",
    ),
    "labels-not-known": caution(
      "A label was read as not known",
      "A label such as 0, no or inactive may mean negative, or that nobody looked. It is read as not known.",
      "If it means negative, name the word in `negative`.",
    ),
    "recipe-used": info(
      "The file was read like the training file",
      "A model keeps how its file was read: columns, labels, missing values.",
      "Nothing. Options that you give come first.",
    ),
    "read-at-once": info(
      "A large file was read as a whole",
      "Rows of a bag do not stand together, or only all bags tell which the model was trained on.",
      "Nothing. To need less memory, sort the file by bag.",
    ),
    "unknown-columns": caution(
      "Columns that the model does not know were ignored",
      "They were not in the file that the model was trained on.",
      "Nothing.",
    ),
    "unusable-column": error(
      "A column cannot be a feature",
      "You asked to use a column of text, of nested values, or without any value.",
      "Leave it out of `use`, or turn it into numbers.",
    ),
  },
} as const;
