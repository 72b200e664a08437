export interface StoredRoom {
  readonly room: string;
  /** The share of the mistakes that a test notices, in bench/tried/mutants.json. */
  readonly score?: number;
  /** The share of the branches that a test takes, in bench/tried/coverage.json. */
  readonly share?: number;
}

export interface StoredAttack {
  readonly attack: string;
  readonly tried: number | string;
  readonly failures: number;
  readonly command: string;
  /** Only where a share counts, not each failure. */
  readonly rooms?: readonly StoredRoom[];
}

export function storedAttacks(): StoredAttack[];
export function attackTable(): string;
export function roomTable(): string;
