import { InputError, version, withinFile } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import { writeAtomically } from "@bagwise/engines/disk";
import { DIALECTS } from "@bagwise/export";
import { Command, Option } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { terminal } from "../terminal.js";
import { print, printJson } from "../text/output.js";

const EXAMPLES = `
Examples:
  $ bagwise export actives.model -o actives.js          a JavaScript module without dependencies
  $ bagwise export actives.model --to js > actives.js
  $ bagwise export actives.model --to sql --table conformers --bag molecule       a query for DuckDB
  $ bagwise export actives.model -o actives.onnx        for onnxruntime, in Python and elsewhere
  $ bagwise export actives.model -o scores.sql --dialect postgres --view scores   a view for PostgreSQL

docs/reference/export.md says which methods and kernels can be exported.`;

const TARGETS = ["js", "sql", "onnx"] as const;
type Target = (typeof TARGETS)[number];

const TITLES: Readonly<Record<Target, string>> = { js: "JavaScript", sql: "SQL", onnx: "ONNX" };

/** What the name of a file ends like. */
const ENDINGS: Readonly<Record<string, Target>> = { js: "js", mjs: "js", sql: "sql", onnx: "onnx" };

interface ExportFlags extends ForceFlag {
  readonly to?: Target;
  readonly out?: string;
  readonly dialect?: string;
  readonly table?: string;
  readonly bag?: string;
  readonly view?: string;
  readonly float32?: boolean;
  readonly json?: boolean;
}

/** `bagwise export MODEL --to TARGET`: the model in a form that runs without bagwise. */
export function exportCommand(): Command {
  const dialects = DIALECTS.map(({ name }) => name);
  return addForceFlag(
    new Command("export")
      .description("write a model as JavaScript, SQL or ONNX, to score without bagwise")
      .argument("<model>", "a model file")
      .addOption(new Option("--to <kind>", "what to write (default: as --out ends)").choices([...TARGETS]))
      .addOption(outOption("file", "file to write, or - for standard output (default: -)")),
  )
    .addOption(new Option("--dialect <kind>", "engine of the SQL (default: duckdb)").choices(dialects))
    .option("--table <name>", "table of the instances, for SQL (default: instances)")
    .option("--bag <column>", "column of the bags, for SQL (default: that of the training file)")
    .option("--view <name>", "make a view of this name, for SQL (default: a query)")
    .option("--float32", "compute with 32 bits, for ONNX: half the size, less exact")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(exportModel);
}

async function exportModel(path: string, flags: ExportFlags): Promise<void> {
  const { out = "-", json = false } = flags;
  const to = targetOf(flags);
  refuseOthers(flags, to);
  if (to === "onnx" && out === "-")
    throw new InputError({
      code: "option",
      message: "an ONNX file is not text for standard output",
      remedy: "Give the name of a file, such as --out new.onnx.",
    });
  await checkOutputs({ "--out": { path: out, as: "export" } }, { "the model": path }, flags);
  const model = await loadModel(path);
  const bytes = await withinFile(path, () => exported(model, to, flags));
  if (out === "-") {
    terminal().stdout.write(bytes);
    return;
  }
  await writeAtomically(out, [bytes]);
  if (json) printJson({ bagwise: version, model: path, out, to, bytes: bytes.length, features: model.features });
  else print(`${path} written to ${out} as ${TITLES[to]}.`);
}

function targetOf({ to, out }: ExportFlags): Target {
  const ending = /\.([a-z]+)$/i.exec(out ?? "")?.[1].toLowerCase() ?? "";
  const found = to ?? ENDINGS[ending];
  if (found !== undefined) return found;
  throw new InputError({
    code: "option",
    message: "it is not clear what to export to",
    remedy: `Give --to, one of ${TARGETS.join(", ")}, or a file whose name ends in ${Object.keys(ENDINGS)
      .map((each) => `.${each}`)
      .join(", ")}.`,
  });
}

/** What only some targets know. */
const OWN: Readonly<Record<string, Target>> = {
  dialect: "sql",
  table: "sql",
  bag: "sql",
  view: "sql",
  float32: "onnx",
};

function refuseOthers(flags: ExportFlags, to: Target): void {
  const other = Object.keys(flags).find((name) => OWN[name] !== undefined && OWN[name] !== to);
  if (other === undefined) return;
  throw new InputError({
    code: "option",
    message: `--${other} is for ${OWN[other]}, not for ${to}`,
    remedy: `Leave it out, or give --to ${OWN[other]}.`,
  });
}

async function exported(model: Model, to: Target, flags: ExportFlags): Promise<Uint8Array> {
  const { dialect, table, bag, view, float32 } = flags;
  if (to === "onnx") {
    const { toOnnx } = await import("@bagwise/export");
    return toOnnx(model, { float32 });
  }
  if (to === "sql") {
    const { toSql } = await import("@bagwise/export");
    return new TextEncoder().encode(toSql(model, { dialect, table, bag, view }));
  }
  const { toJs } = await import("@bagwise/export");
  return new TextEncoder().encode(toJs(model));
}
