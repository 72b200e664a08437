/** Functions of the library by name. */
export type Product = Readonly<Record<string, (...given: readonly never[]) => unknown>>;

export function loadProduct(): Promise<Product>;
