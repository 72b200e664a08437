export function big(x: number): bigint;
export function small(a: bigint): number;
export function log(a: bigint): bigint;
export function exp(a: bigint): bigint;
export function times(a: bigint, b: bigint): bigint;
export function over(a: bigint, b: bigint): bigint;
export function sum(values: readonly bigint[]): bigint;
export const ONE: bigint;
