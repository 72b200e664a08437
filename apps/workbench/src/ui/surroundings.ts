import type { Surroundings } from "../state/context.js";
import { startEngine } from "../state/engine-client.js";
import { browserStorage } from "../state/storage.js";

/** What a browser offers. */
export function browserSurroundings(): Surroundings {
  return {
    startEngine,
    storage: browserStorage(),
    now: () => new Date().toISOString(),
    newId: () => crypto.randomUUID(),
    lock: takeLock,
    unlock,
  };
}

/** Holds the lock of a review until another tab takes it, or this one takes that of another review. */
let release: (() => void) | undefined;

function unlock(): void {
  release?.();
  release = undefined;
}

async function takeLock(id: string, { take, onLost }: { take: boolean; onLost(): void }): Promise<boolean> {
  unlock();
  if (navigator.locks === undefined) return true;
  return await new Promise<boolean>((answer) => {
    let over = false;
    const held = navigator.locks.request(
      `bagwise-review-${id}`,
      take ? { steal: true } : { ifAvailable: true },
      (lock) => {
        answer(lock !== null);
        if (lock === null) return undefined;
        return new Promise<void>((resolve) => {
          release = () => {
            over = true;
            resolve();
          };
        });
      },
    );
    // A stolen lock rejects.
    held.catch(() => {
      if (!over) onLost();
    });
  });
}
