import { caution, error, info, warning } from "./code.js";

/** Columns, rows and values of a file of bags. */
export const TABLE_CODES = {
  title: "Columns and values",
  codes: {
    guessed: caution(
      "Columns were guessed",
      "You did not say which columns hold the bag, the label and the group, so their names decided.",
      "Check the guess. Name the columns with `bag`, `label` and `group`; the group `none` means there is none.",
    ),
    "ignored-text": caution(
      "Text columns were left out",
      "Features are numbers, and these columns hold words. A number with a unit is text, too.",
      "Nothing, if they are names or remarks. Otherwise turn them into numbers, for example one 0/1 column per word.",
    ),
    "ignored-index": info(
      "A column without a name was left out",
      "The first column has no name, like the row index that pandas writes.",
      "Nothing. If it is a feature, give it a name.",
    ),
    "no-label": caution(
      "There is no label column",
      "No column has a name that means label, so every bag is unlabeled.",
      "To score bags this is fine. To train, name the column with `label`.",
    ),
    "labels-apart": info(
      "Labels come from a file of their own",
      "You named a file of labels. Bags that it does not name are not known.",
      "Nothing.",
    ),
    "labels-replaced": caution(
      "The labels among the bags are not used",
      "The file of bags has a column of labels, and you named a file of labels, which comes first.",
      "Nothing. To use the column, leave out `labels`.",
    ),
    "labels-unknown": warning(
      "Labels of bags that are not there",
      "The file of labels names bags that the file of bags does not have.",
      "Nothing, if the labels are for more than these bags. Otherwise compare how the ids are written.",
    ),
    "labels-unmatched": error(
      "No label fits a bag",
      "The file of labels and the file of bags have no bag id in common.",
      "Compare how the ids are written, and check which column holds them.",
    ),
    "partial-groups": warning(
      "Groups were dropped",
      "Some bags have a group and some do not, so it is unclear what must stay together.",
      "Give every bag a group. A bag on its own gets a group name of its own.",
    ),
    dropped: caution(
      "Instances with missing values were dropped",
      "Some values are blank, ? or NA, and you chose to drop such instances.",
      "If many are gone, set `missing` to `median`, or find out why values are missing: that may be related to the label.",
    ),
    "lost-bags": warning(
      "Bags were lost",
      "Every instance of these bags had a missing value and was dropped.",
      "Set `missing` to `median`, or ignore the feature with the missing values.",
    ),
    imputed: caution(
      "Missing values were filled in",
      "Some values are blank, ? or NA, and you chose the median of the feature for them.",
      "Nothing, if they are few. If they are many, ignore the feature and compare.",
    ),
    "sheet-chosen": info(
      "The file has several sheets",
      "Only one sheet is read: the first that is not hidden, unless you name one.",
      "Nothing. To read another one, name it with `sheet`.",
    ),
    "uncomputed-formulas": caution(
      "Some formulas have no value",
      "The file was written by a program that does not compute formulas, and no spreadsheet program has saved it since.",
      "Open it in Excel or LibreOffice and save it. Until then these cells are missing values.",
    ),
    "no-bag-column": error(
      "No bag column",
      "No column says which bag a row belongs to.",
      "Name it with `bag`, by number if the file has no header.",
    ),
    "no-label-column": error(
      "No column of answers",
      "A file of reviewed bags has no column that says what the review found.",
      "Add a column `label` with 1 for positive and -1 for negative.",
    ),
    "no-such-column": error(
      "No such column",
      "You named a column or feature that the file does not have.",
      "Check the spelling; the message lists the names.",
    ),
    "two-roles": error(
      "One column has two roles",
      "A column can be the bag, the label, the group or ignored, but not two of these.",
      "Name a different column for each.",
    ),
    "one-column": error(
      "There is only one column",
      "Usually the delimiter is another one.",
      "Set the option `delimiter`, or the option `format`.",
    ),
    "feature-name": error(
      "A feature name has a special meaning",
      "The feature has a name by which the format would take it for the bag, the label or the group.",
      "Rename the feature, or choose another format.",
    ),
    "no-instances": error(
      "There are no instances",
      "The file has no data row, or the bags are all empty.",
      "Give at least one instance.",
    ),
    ragged: error(
      "Rows have different lengths",
      "A row or an instance has more or fewer values than the first one.",
      "Give every row the same number of values, and quote text that holds the delimiter.",
    ),
    quotes: error(
      "A quoted field is broken",
      "A quote is never closed, or text follows the closing quote.",
      'Close every quoted field with " and write a quote inside it as "".',
    ),
    "line-ends": error(
      "The line ends are unusual",
      "The header holds a carriage return (CR) alone, which ended lines on very old computers.",
      "Save the file with the line ends LF or CRLF.",
    ),
    "too-many-columns": error(
      "There are too many columns",
      "A file may have 1,048,576 columns or features. More come from a wrong delimiter, a mistyped index or a file that is no table.",
      "Check the delimiter, the format and the indices.",
    ),
    "too-many-values": error(
      "There are too many values or bags",
      "All bags are in memory at once: at most 1,073,741,824 values (8 GiB), and at most 16,777,216 bags. In svmlight files, which leave out zeros, at most 536,870,912 values (4 GiB), zeros included.",
      "Read fewer bags at a time, or ignore features that you do not need.",
    ),
    "not-a-number": error(
      "A value is not a number",
      "A column of numbers has a cell with text.",
      "Correct it, ignore the column, or leave the cell blank if the value is missing.",
    ),
    "missing-value": error(
      "A value is missing",
      "A cell is blank, ? or NA, and nothing says what to do with missing values.",
      "Fill it in, or set `missing` to `drop` or `median`.",
    ),
    "all-missing": error(
      "Every value of a feature is missing",
      "A feature without a single value has no median to fill in.",
      "Ignore the column.",
    ),
    "no-median": error(
      "The model keeps no median to fill in",
      "What fills a gap must come from the training bags.",
      "Train the model again, ignore the column, or set `missing` to `drop`.",
    ),
    "nested-value": error(
      "A cell holds a list or an object",
      "A feature is one number per instance.",
      "Turn it into columns of its own, or ignore it.",
    ),
    "empty-bag-id": error(
      "A row names no bag",
      "The cell in the bag column is blank.",
      "Give every row the name of its bag.",
    ),
    "two-labels": error(
      "A bag has two labels",
      "Rows of the same bag disagree about its label.",
      "Give all rows of a bag the same label.",
    ),
    "two-groups": error(
      "A bag has two groups",
      "Rows of the same bag disagree about its group.",
      "Give all rows of a bag the same group.",
    ),
    "label-value": error(
      "A label value is unknown",
      "Nothing says whether this value means positive, unlabeled or negative.",
      "Say what it means with `positive`, `unlabeled` or `negative`.",
    ),
    "label-named-twice": error(
      "A label value has two meanings",
      "You named the same value for two labels.",
      "Name each value once.",
    ),
  },
};
