import { describe, expect, it, vi } from "vitest";
import { gram, gramDiagonal } from "../../../src/kernels/gram/gram.js";
import { grams } from "../../../src/kernels/gram/grams.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { instanceGrams, instanceGramsAmong } from "../../../src/kernels/gram/instance-grams.js";
import type { InstanceKernel } from "../../../src/kernels/instance-kernel.js";
import { isVectorKernel, type Kernel, leavesOf, mapInstanceKernels } from "../../../src/kernels/kernel.js";
import { represent } from "../../../src/kernels/represent.js";
import { resolveKernel, resolveKernels } from "../../../src/kernels/resolve-kernel.js";
import { linearAlgebra } from "../../../src/linalg/backend.js";
import { bagSet } from "../../bags/make.js";
import { expectSameBits, randomMatrix } from "../../linalg/support.js";
import { KERNELS, someBags } from "../make.js";

/** The same kernel at several widths. */
function atWidths(kernel: Kernel, shares = [1, 0.5, 0.25, 0.125]): Kernel[] {
  return shares.map((share) =>
    mapInstanceKernels(kernel, (inner) => ("width" in inner ? { ...inner, width: share * inner.width } : inner)),
  );
}

describe.each(KERNELS.map((kernel) => [JSON.stringify(kernel).replaceAll('"', ""), kernel] as const))(
  "matrices for several widths of %s",
  (_, kernel) => {
    it("have the bits of a matrix for each", () => {
      const kernels = atWidths(kernel);
      const a = represent(kernel, someBags());
      for (const [k, made] of grams(kernels, a).entries()) expectSameBits(made.data, gram(kernels[k], a).data);
    });
  },
);

describe("matrices for several kernels", () => {
  const gaussian = (width: number): InstanceKernel => ({ type: "gaussian", width });
  const set = (kernel: InstanceKernel): Kernel => ({ type: "set", kernel });

  it("may have different shapes, and the same kernel twice", () => {
    const same = set(gaussian(2));
    const kernels: Kernel[] = [
      { type: "sum", kernels: [same, same, { type: "normalised", kernel: same }] },
      { type: "graph", kernel: gaussian(1) },
      set({ type: "laplace", width: 3 }),
      { type: "edge-graph", kernel: gaussian(1), edgeWidth: 0.25 },
      { type: "statistic", statistic: "mean", kernel: gaussian(1) },
      same,
    ];
    const a = represent({ type: "sum", kernels }, someBags());
    for (const [k, made] of grams(kernels, a).entries()) expectSameBits(made.data, gram(kernels[k], a).data);
  });

  it("share the products of instances, and need no diagonal besides", () => {
    const bags = bagSet(Array.from({ length: 40 }, (_, i) => Array.from({ length: 30 }, (_, k) => [i % 7, k % 11, 1])));
    const kernels = atWidths({ type: "normalised", kernel: set(gaussian(2)) });
    const a = represent(kernels[0], bags);
    const work = (run: () => void) => {
      const spies = [vi.spyOn(linearAlgebra(), "gemmNT"), vi.spyOn(linearAlgebra(), "syrk")];
      run();
      const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
      vi.restoreAllMocks();
      return calls;
    };
    const alone = work(() => gram(kernels[0], a));
    expect(alone).toBe(6);
    expect(work(() => grams(kernels, a))).toBe(alone);
  });

  it("of graphs are known after those of sets, if they were foreseen", () => {
    const bags = bagSet(Array.from({ length: 9 }, (_, i) => Array.from({ length: 5 }, (_, k) => [i % 7, k * k, 1])));
    const sets = atWidths(set(gaussian(2)));
    const graphs = atWidths({ type: "graph", kernel: gaussian(2) });
    const a = represent(sets[0], bags);
    const plain = represent(sets[0], bags);
    for (const [k, made] of grams(sets, a, { foresee: true }).entries())
      expectSameBits(made.data, gram(sets[k], plain).data);
    const wanted = graphs.map((kernel) => gram(kernel, plain));
    const spy = vi.spyOn(linearAlgebra(), "syrk");
    const found = grams(graphs, a);
    expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    for (const [k, made] of found.entries()) expectSameBits(made.data, wanted[k].data);
    // What was given out is the caller's own.
    found[0].data.fill(0);
    expectSameBits(grams(graphs, a)[0].data, wanted[0].data);
  });

  it("are none for no kernels, and empty for no bags", () => {
    const a = represent(set(gaussian(1)), someBags());
    expect(grams([], a)).toEqual([]);
    const none = represent(set(gaussian(1)), someBags().subset([]));
    expect(grams([set(gaussian(1)), set(gaussian(2))], none).map(({ rows }) => rows)).toEqual([0, 0]);
  });
});

it("the diagonal of a kernel of pairs has the bits of its matrix", () => {
  const pairs = KERNELS.filter((kernel) => !leavesOf(kernel).some(isVectorKernel));
  for (const kernel of pairs) {
    const a = represent(kernel, someBags());
    const { data } = gram(kernel, a);
    expectSameBits(
      gramDiagonal(kernel, a),
      data.filter((_, at) => at % (a.bags + 1) === 0),
    );
  }
});

it("kernels of instances in turn have the bits of each alone, within rows and between them", () => {
  const [a, b] = [randomMatrix(37, 5, 1), randomMatrix(21, 5, 2)];
  const lists: InstanceKernel[][] = [
    [2, 1, 0.1].map((width) => ({ type: "gaussian", width })),
    [2, 1, 0.1].map((width) => ({ type: "laplace", width })),
    [{ type: "laplace", width: 1 }, { type: "linear" }, { type: "gaussian", width: 1 }],
  ];
  for (const kernels of lists) {
    for (const other of [undefined, b]) {
      let k = 0;
      for (const made of instanceGrams(kernels, a, other))
        expectSameBits(made.data, instanceGram(kernels[k++], a, other).data);
      expect(k).toBe(kernels.length);
    }
    for (const kernel of kernels) expectSameBits(instanceGram(kernel, a).data, instanceGram(kernel, a, a).data);
  }
});

it("kernels of instances at will have the bits of each alone", () => {
  const rows = randomMatrix(37, 5, 1);
  const lists: InstanceKernel[][] = [
    [2, 1, 0.1].map((width) => ({ type: "gaussian", width })),
    [{ type: "linear" }, { type: "gaussian", width: 1 }],
    [{ type: "linear" }],
  ];
  for (const kernels of lists) {
    const gramOf = instanceGramsAmong(kernels, rows);
    const first = gramOf(0);
    for (const k of [0, kernels.length - 1, 0]) expectSameBits(gramOf(k).data, instanceGram(kernels[k], rows).data);
    expectSameBits(first.data, instanceGram(kernels[0], rows).data);
  }
});

it("shares of the median distance are resolved as one at a time", () => {
  const shares = [1, 0.5, 0.3];
  const kernel = {
    type: "sum",
    kernels: [
      { type: "set", kernel: { type: "gaussian", width: "median" } },
      { type: "statistic", statistic: "minimax", kernel: { type: "laplace", width: "median" } },
      { type: "graph", kernel: { type: "laplace", width: 2 } },
    ],
  } as const;
  expect(resolveKernels(kernel, someBags(), { seed: 3, shares })).toEqual(
    shares.map((share) => resolveKernel(kernel, someBags(), { seed: 3, share })),
  );
});
