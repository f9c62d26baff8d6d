import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, Transfer } from '../src/http/pace.ts';

/** A pace at which a test looks: it says how often, and when what is watched is too slow. */
export function paceByHand(): Pace & { looks: number; cutAll(): void } {
  const watched = new Set<Transfer>();
  return {
    looks: 0,
    watch(transfer) {
      watched.add(transfer);
      return () => watched.delete(transfer);
    },
    cutAll() {
      for (const transfer of watched) if (transfer.moved() !== undefined) transfer.cut();
    },
  };
}

/** Looks until something holds that another part of the program brings about. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (let look = 0; !holds(); look++) {
    assert.ok(look < 1_000, what);
    await sleep(10);
  }
}
