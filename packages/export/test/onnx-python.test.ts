import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { missing } from "../../bagwise/test/require-all.js";
import { toOnnx } from "../src/onnx/to-onnx.js";
import { EXPORTABLE, goldenModel, rowsOfBags, trickyBags } from "./models.js";

/** A Python that has both packages: the one that BAGWISE_PYTHON names, or that of the system. */
const python = [process.env.BAGWISE_PYTHON, "python3", "python"].find(
  (each) => each !== undefined && spawnSync(each, ["-c", "import onnx, onnxruntime"]).status === 0,
);
const skipped = missing("a Python with onnx and onnxruntime (name it in BAGWISE_PYTHON)", python);

const PROGRAM = `
import json, sys, numpy as np, onnx, onnxruntime as ort
folder = sys.argv[1]
names = json.load(open(folder + "/names.json"))
bags = json.load(open(folder + "/bags.json"))
x = np.array([row for bag in bags for row in bag])
bag = np.array([i for i, rows in enumerate(bags) for _ in rows])
answers = {}
for name in names:
    path = f"{folder}/{name}.onnx"
    onnx.checker.check_model(path, full_check=True)
    session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
    score, probability, witness = session.run(None, {"x": x, "bag": bag})
    answers[name] = {"score": score.tolist(), "witness": witness.tolist()}
print(json.dumps(answers))
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-onnx-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(skipped)(
  "every exported model passes onnx.checker and has the model's scores in Python",
  () => {
    const bags = trickyBags();
    for (const name of EXPORTABLE) writeFileSync(join(folder, `${name}.onnx`), toOnnx(goldenModel(name)));
    writeFileSync(join(folder, "names.json"), JSON.stringify(EXPORTABLE));
    writeFileSync(join(folder, "bags.json"), JSON.stringify(rowsOfBags(bags)));
    const { stdout, stderr, status } = spawnSync(python ?? "", ["-c", PROGRAM, folder], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const answers = JSON.parse(stdout) as Record<string, { score: number[]; witness: number[] }>;
    for (const name of EXPORTABLE) {
      const { score } = answers[name];
      for (const [i, expected] of goldenModel(name).scores(bags).entries())
        expect(Math.abs(score[i] - expected), name).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)));
    }
  },
  120_000,
);
