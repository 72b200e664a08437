import { bytes, int, type Pieces, text, whole } from "./protobuf.js";

/** The name of a tensor. */
export type Tensor = string;

/** The numbers that ONNX gives to types. */
const TYPES = { float: 1, int64: 7, bool: 9, double: 11 } as const;
export type ElementType = keyof typeof TYPES;

/** What an attribute of a node holds. */
type Attribute = number | string | readonly number[];

interface Shown {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly (string | number)[];
}

/** Operators whose reduction takes its axes as an input. */
const KEEP = 1;

/** Collects the nodes and constants of an ONNX graph. The methods are named as the operators are. */
export class Graph {
  /** The type of its real numbers. */
  readonly real: "float" | "double";
  readonly #nodes: Pieces[] = [];
  readonly #constants: Pieces[] = [];
  readonly #known = new Map<string, Tensor>();
  readonly #made = new Map<unknown, Map<string, Tensor>>();
  #count = 0;

  constructor(real: "float" | "double") {
    this.real = real;
  }

  /** Adds a node with one output. The attributes are whole numbers, texts or lists of whole numbers. */
  op(type: string, inputs: readonly Tensor[], attributes: Readonly<Record<string, Attribute>> = {}): Tensor {
    const name = `t${++this.#count}`;
    this.#nodes.push([
      ...inputs.flatMap((each) => text(1, each)),
      ...text(2, name),
      ...text(3, `${type}_${this.#count}`),
      ...text(4, type),
      ...Object.entries(attributes).flatMap(([key, value]) => bytes(5, attribute(key, value))),
    ]);
    return name;
  }

  /** Renames a tensor: for outputs. */
  output(name: string, tensor: Tensor): void {
    this.#nodes.push([...text(1, tensor), ...text(2, name), ...text(3, `output_${name}`), ...text(4, "Identity")]);
  }

  /** Real numbers. The same array with the same shape is stored once. */
  reals(values: Float64Array, shape: readonly number[]): Tensor {
    const made = this.#made.get(values) ?? new Map<string, Tensor>();
    this.#made.set(values, made);
    const key = shape.join(",");
    const found = made.get(key);
    if (found !== undefined) return found;
    const numbers = this.real === "double" ? values : Float32Array.from(values);
    const name = this.#store(this.real, shape, littleEndian(numbers));
    made.set(key, name);
    return name;
  }

  real1(value: number): Tensor {
    return this.#once(`real ${value}`, () => this.reals(Float64Array.of(value), []));
  }

  ints(values: ArrayLike<number>, shape: readonly number[] = [values.length]): Tensor {
    const numbers = BigInt64Array.from({ length: values.length }, (_, k) => BigInt(values[k]));
    return this.#store("int64", shape, littleEndian(numbers));
  }

  int1(value: number): Tensor {
    return this.#once(`int ${value}`, () => this.ints([value], []));
  }

  axes(...values: number[]): Tensor {
    return this.#once(`axes ${values}`, () => this.ints(values));
  }

  bools(values: ArrayLike<boolean>): Tensor {
    return this.#store(
      "bool",
      [values.length],
      Uint8Array.from(values, (value) => (value ? 1 : 0)),
    );
  }

  add(a: Tensor, b: Tensor): Tensor {
    return this.op("Add", [a, b]);
  }

  sub(a: Tensor, b: Tensor): Tensor {
    return this.op("Sub", [a, b]);
  }

  mul(a: Tensor, b: Tensor): Tensor {
    return this.op("Mul", [a, b]);
  }

  div(a: Tensor, b: Tensor): Tensor {
    return this.op("Div", [a, b]);
  }

  where(condition: Tensor, yes: Tensor, no: Tensor): Tensor {
    return this.op("Where", [condition, yes, no]);
  }

  /** Adds up the last axis. */
  sumLast(x: Tensor, { keep = false } = {}): Tensor {
    return this.op("ReduceSum", [x, this.axes(-1)], { keepdims: keep ? KEEP : 0 });
  }

  /** Whole numbers or truth values as real ones, or the other way round. */
  cast(x: Tensor, type: ElementType | "real"): Tensor {
    return this.op("Cast", [x], { to: TYPES[type === "real" ? this.real : type] });
  }

  clip(x: Tensor, low: number, high: number): Tensor {
    return this.op("Min", [this.op("Max", [x, this.real1(low)]), this.real1(high)]);
  }

  /** a b', of matrices. */
  times(a: Tensor, b: Tensor): Tensor {
    return this.op("MatMul", [a, this.op("Transpose", [b], { perm: [1, 0] })]);
  }

  /** The file, with these inputs and outputs. */
  file(
    inputs: readonly Shown[],
    outputs: readonly Shown[],
    about: { producer: string; version: string; doc: string; metadata: Readonly<Record<string, string>> },
  ): Uint8Array {
    const graph = [
      ...this.#nodes.flatMap((node) => bytes(1, node)),
      ...text(2, "bagwise"),
      ...this.#constants.flatMap((constant) => bytes(5, constant)),
      ...inputs.flatMap((each) => bytes(11, valueInfo(each))),
      ...outputs.flatMap((each) => bytes(12, valueInfo(each))),
    ];
    return whole([
      ...int(1, 8),
      ...text(2, about.producer),
      ...text(3, about.version),
      ...text(6, about.doc),
      ...bytes(7, graph),
      ...bytes(8, [...text(1, ""), ...int(2, 18)]),
      ...Object.entries(about.metadata).flatMap(([key, value]) => bytes(14, [...text(1, key), ...text(2, value)])),
    ]);
  }

  #store(type: ElementType, shape: readonly number[], raw: Uint8Array): Tensor {
    const name = `c${this.#constants.length + 1}`;
    this.#constants.push([
      ...shape.flatMap((size) => int(1, size)),
      ...int(2, TYPES[type]),
      ...text(8, name),
      ...bytes(9, [raw]),
    ]);
    return name;
  }

  #once(key: string, make: () => Tensor): Tensor {
    const found = this.#known.get(key) ?? make();
    this.#known.set(key, found);
    return found;
  }
}

function attribute(name: string, value: Attribute): Pieces {
  if (typeof value === "number") return [...text(1, name), ...int(3, value), ...int(20, 2)];
  if (typeof value === "string") return [...text(1, name), ...text(4, value), ...int(20, 3)];
  return [...text(1, name), ...value.flatMap((each) => int(8, each)), ...int(20, 7)];
}

function valueInfo({ name, type, shape }: Shown): Pieces {
  const dims = shape.flatMap((size) => bytes(1, typeof size === "number" ? int(1, size) : text(2, size)));
  return [...text(1, name), ...bytes(2, bytes(1, [...int(1, TYPES[type]), ...bytes(2, dims)]))];
}

/** The bytes of numbers, the least first, as ONNX wants them. */
function littleEndian(values: Float64Array | Float32Array | BigInt64Array): Uint8Array {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1) return raw;
  const size = values.BYTES_PER_ELEMENT;
  return raw.map((_, k) => raw[k - (k % size) + size - 1 - (k % size)]);
}
