/** A place to attack; `close` leaves no temporary folder behind. */
export interface Place {
  readonly engine: string;
  close(): void;
}
export function openPlace(address?: string): Promise<Place>;
export function attackNames(place: Place, seed: number, number: number): Promise<string | undefined>;
export function attackByKill(
  place: Place,
  seed: number,
  number: number,
  options?: { readonly bags?: number },
): Promise<string | undefined>;
