import type { NumberTable } from "../../base/packed-file.js";
import { matrix } from "../../linalg/matrix.js";
import { column, damaged, table, tableNumbers, tableRows } from "../own-tables.js";
import type { Layer, Network } from "./network.js";
import type { NetworkScorer } from "./network-scorer.js";
import { POOLINGS, type Pooling } from "./pooling.js";

/** How many parts a scorer by networks has, for the header of a model file. */
type NetworkHeader = {
  readonly kind: "network";
  readonly pooling: Pooling;
  readonly members: number;
  readonly layers: number;
  readonly gated: boolean;
};

/** A scorer by networks as a header and tables of numbers: the weights of every layer. */
export function networkToData({ kind, pooling, members }: NetworkScorer): {
  readonly header: NetworkHeader;
  readonly tables: NumberTable[];
} {
  const [{ layers, attention }] = members;
  const gated = attention !== null && attention.gate !== null;
  return {
    header: { kind, pooling, members: members.length, layers: layers.length, gated },
    tables: members.flatMap(networkTables),
  };
}

function networkTables({ layers, output, bias, attention }: Network, member: number): NumberTable[] {
  const name = nameOf(member);
  return [
    ...layers.flatMap((layer, l) => layerTables(name(`layer.${l}`), layer)),
    column(name("output"), output),
    column(name("bias"), bias),
    ...(attention === null
      ? []
      : [
          ...layerTables(name("attention"), attention.signal),
          ...(attention.gate === null ? [] : layerTables(name("gate"), attention.gate)),
          column(name("attention.output"), attention.output),
        ]),
  ];
}

const nameOf = (member: number) => (part: string) => `network.${member}.${part}`;

function layerTables(name: string, { weights, bias }: Layer): NumberTable[] {
  return [table(`${name}.weights`, weights), column(`${name}.bias`, bias)];
}

/** The most members or layers in a file. More is damage. */
const MOST = 10_000;

/**
 * Rebuilds the scorer, with the same bits. Throws an InputError that names the wrong part.
 */
export function networkFrom(header: unknown, tables: readonly NumberTable[], features: number): NetworkScorer {
  const { pooling: given, members, layers, gated } = header as Partial<NetworkHeader>;
  const pooling = POOLINGS.find((each) => each === given);
  if (pooling === undefined) throw damaged("the pooling is unknown");
  const parts = { layers: whole(layers), attends: pooling === "attention", gated: gated === true };
  return {
    kind: "network",
    pooling,
    members: Array.from({ length: whole(members) }, (_, member) => memberFrom(tables, member, features, parts)),
  };
}

function memberFrom(
  tables: readonly NumberTable[],
  member: number,
  features: number,
  { layers: depth, attends, gated }: { readonly layers: number; readonly attends: boolean; readonly gated: boolean },
): Network {
  const name = nameOf(member);
  const layers: Layer[] = [];
  let width = features;
  for (let l = 0; l < depth; l++) {
    layers.push(layerFrom(tables, name(`layer.${l}`), width));
    width = layers[l].bias.length;
  }
  const attention = () => {
    const signal = layerFrom(tables, name("attention"), width);
    const gate = gated ? layerFrom(tables, name("gate"), width) : null;
    if (gate !== null && gate.bias.length !== signal.bias.length) throw damaged("the gate does not fit the attention");
    return { signal, gate, output: tableNumbers(tables, name("attention.output"), signal.bias.length) };
  };
  return {
    layers,
    output: tableNumbers(tables, name("output"), width),
    bias: tableNumbers(tables, name("bias"), 1),
    attention: attends ? attention() : null,
  };
}

function layerFrom(tables: readonly NumberTable[], name: string, width: number): Layer {
  const units = tableRows(tables, `${name}.bias`);
  if (units === 0) throw damaged(`the table ${name}.bias is missing`);
  const weights = matrix(units, width, tableNumbers(tables, `${name}.weights`, units * width));
  return { weights, bias: tableNumbers(tables, `${name}.bias`, units) };
}

function whole(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST) return Number(value);
  throw damaged("the number of networks or layers is not a whole number from 1 up");
}
