/** Writes small ONNX files by hand: the few messages of its protobuf that a graph of one node needs. */

type Bytes = readonly number[];

const varint = (value: number): Bytes =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const number = (field: number, value: number): Bytes => [...varint(8 * field), ...varint(value)];
const message = (field: number, content: Bytes): Bytes => [
  ...varint(8 * field + 2),
  ...varint(content.length),
  ...content,
];
const text = (field: number, value: string): Bytes => message(field, [...new TextEncoder().encode(value)]);

/** A tensor of float32; a text is an open size. */
function tensor(name: string, shape: readonly (number | string)[], type = 1): Bytes {
  const sizes = shape.flatMap((size) => message(1, typeof size === "number" ? number(1, size) : text(2, size)));
  return [...text(1, name), ...message(2, message(1, [...number(1, type), ...message(2, sizes)]))];
}

/** A model of one node that turns `x` into `y`. */
export function tinyOnnx({
  operator = "GlobalAveragePool",
  input = ["n", 3, "h", "w"],
  output = ["n", 3, 1, 1],
  type = 1,
}: {
  operator?: string;
  input?: readonly (number | string)[];
  output?: readonly (number | string)[];
  type?: number;
} = {}): Uint8Array {
  const node = [...text(1, "x"), ...text(2, "y"), ...text(4, operator)];
  const graph = [
    ...message(1, node),
    ...text(2, "tiny"),
    ...message(11, tensor("x", input, type)),
    ...message(12, tensor("y", output, type)),
  ];
  return Uint8Array.from([...number(1, 8), ...message(8, [...text(1, ""), ...number(2, 13)]), ...message(7, graph)]);
}
