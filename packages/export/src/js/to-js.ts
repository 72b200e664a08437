import type { Model } from "@bagwise/core/model";
import { headline } from "../program/headline.js";
import { programOf } from "../program/make-program.js";
import type { Program } from "../program/program.js";
import { compareParts } from "./compare.js";
import { literal } from "./literal.js";
import { numberParts } from "./numbers.js";
import { runProgram } from "./run-program.js";

/**
 * The model as one JavaScript module without dependencies: `score(instances)` gives `{ score, probability,
 * witness }` of a bag, and `scoreAll(bags)` those of many. An instance is an array of numbers in the order of
 * `features`, or an object by their names. The scores have the same bits as those of the model.
 *
 * The code takes less than 20 KB; the rest are the numbers of the model. Throws an InputError for a model
 * that cannot be exported.
 */
export function toJs(model: Model): string {
  const program = programOf(model);
  return `${head(model, program)}
const program = ${literal(program)};

${code(numberParts)}

${code(compareParts)}

${code(runProgram)}

const run = runProgram(program, { numbers: numberParts, compare: compareParts });
${INTERFACE}`;
}

/** The text of a function, without comments, margins and most spaces. No string of it has several lines. */
function code(part: (...given: never[]) => unknown): string {
  return part
    .toString()
    .split("\n")
    .filter((line) => !/^\s*(?:\/\/|\/\*|\*)/.test(line) && line.trim() !== "")
    .map((line) => line.trim().replace(/ (===|!==|=>|<=|>=|&&|\|\||[+*/-]?=|[<>*/?:]) |(?<=\)) (?={)/g, "$1"))
    .map((line) => line.replace(/^(if|for|while) (?=\()/, "$1"))
    .join("\n");
}

function head(model: Model, { features, threshold }: Program): string {
  return `// Scores bags of ${features.length} features: ${headline(model)}.
//   import { score } from "./model.js";
//   score([[1, 2, ...], ...])  ->  { score, probability, witness }
/** The names of the features, in the order of the numbers of an instance. */
export const features = ${literal([...features])};
/** A bag is called positive if its score is at least this. */
export const threshold = ${literal(threshold)};`;
}

const INTERFACE = `
/**
 * The answer for a bag: its score, the probability of being positive (null if the model knows none), and the
 * index of the instance that best explains the score. { witness: false } leaves out the last, which takes the
 * most time.
 */
export function score(instances, { witness = true } = {}) {
  if (!Array.isArray(instances) || instances.length === 0) throw new TypeError("a bag is an array of at least one instance");
  const width = features.length;
  const data = new Float64Array(instances.length * width);
  instances.forEach((instance, i) => {
    const listed = Array.isArray(instance) || ArrayBuffer.isView(instance);
    if (listed && instance.length !== width) throw new TypeError(\`instance \${i} has \${instance.length} numbers, not \${width}\`);
    for (let j = 0; j < width; j++) {
      const given = listed ? instance[j] : instance[features[j]];
      const gap = given === null || given === undefined || Number.isNaN(given);
      if (!gap && typeof given !== "number") throw new TypeError(\`instance \${i}: "\${features[j]}" is not a number\`);
      if (gap && program.fill === null) throw new TypeError(\`instance \${i}: "\${features[j]}" is missing\`);
      data[i * width + j] = gap ? program.fill[j] : given;
    }
  });
  return run(data, instances.length, witness);
}

/** The answers for many bags. */
export function scoreAll(bags, options) {
  return Array.from(bags, (bag) => score(bag, options));
}
`;
