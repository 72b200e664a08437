import { caution, error, info } from "./code.js";

/** What reading from a database, or writing to it, may say. */
export const ENGINE_CODES = {
  title: "Databases",
  codes: {
    "no-table": error(
      "A database has several tables, or none",
      "Only one table is read, and only you know which.",
      "Name it with `--table`, or give a `--query`.",
    ),
    "engine-refused": error(
      "A database does not let you in, or is not there",
      "The address, the user or the password is wrong, or the server does not run.",
      "Check them. A password may stand in the address, in `PGPASSWORD` or `TRINO_PASSWORD`, or in `~/.pgpass`.",
    ),
    "engine-lost": error(
      "The connection to a database broke",
      "The server, or a worker of the cluster, stopped, or the network failed.",
      "Check that it runs, and start the command again. Scores for `--into` go on where they stopped.",
    ),
    "engine-timeout": error(
      "A statement took too long",
      "It took longer than `--timeout`, or than the database allows.",
      "Give it more time with `--timeout`, or ask for fewer bags.",
    ),
    "engine-rights": error(
      "You may not read or write a table",
      "The user of the address lacks a right, or the database is read-only.",
      "Ask for the right to read the table, or to write with `--into`.",
    ),
    "engine-schema": error(
      "A table, a schema or a column is not there",
      "The names in `--table` or `--query` do not fit the database.",
      "Check the names. Write names with dots in double quotes.",
    ),
    "engine-statement": error(
      "A database refused a statement",
      "The query has a mistake, or a value of the table does not fit.",
      "Try the query in the database itself.",
    ),
    "engine-unsupported": error(
      "A database cannot do what it was asked for",
      "A connector of Trino, such as that of PostgreSQL, may lack types of columns, or may not write at all.",
      "Write to another catalog with `--into`, or leave out `--in-database`.",
    ),
    "two-values": error(
      "An instance of a table in long form has two values of a feature, or of another column",
      "Nobody could say which one counts.",
      "Give each instance one value of a feature, and all its rows the same label, or name the column that tells instances apart in `--instance-column`.",
    ),
    "engine-exists": error(
      "A table with the name for the scores exists already",
      "Writing there would replace it. `--force` replaces only tables of scores that bagwise wrote, as their comments say: no view, no partition, no table of yours.",
      "Choose another name for `--into`, or add `--force` if it holds earlier scores.",
    ),
    "engine-busy": error(
      "Another run is writing there",
      "Two at once would mix their scores in one table, and DuckDB lets only one program at a time write to a file.",
      "Wait until it has ended, or choose another name for `--into`.",
    ),
    "bags-sampled": caution(
      "Only some bags of a database were read",
      "Training keeps its bags in memory and compares all of them with each other, so it takes all positives and a sample of the others by a hash of their ids.",
      "Nothing, or read more with `--train-bags` if you have the memory and the time.",
    ),
    "sample-effect": caution(
      "What a sample of a database costs",
      "The model learned from a sample of the bags. Models on half of it were judged on the same held-out bags, so you see whether more bags would help.",
      "Nothing, or read more with `--train-bags` if the AUC still rises.",
    ),
    "scoring-resumed": info(
      "Scoring went on where it had stopped",
      "An earlier run with the same model, source and table was stopped before its end.",
      "Nothing. To begin anew, remove the table or file that the note names.",
    ),
    "scoring-begun-again": info(
      "Scoring began again, because the table changed",
      "An earlier run was stopped, and the table of the bags has changed since: its scores may be of bags or values that are no more.",
      "Nothing. To go on with the earlier scores all the same, as after a change that does not matter, give `--keep-scores` when you start it again.",
    ),
  },
} as const;
