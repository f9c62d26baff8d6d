import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 20;
/** Longer than anything takes on a slow machine that is busy: what does not hold by then never will. */
const MOST_MS = 60_000;

/** Looks until something holds. A test that slept for it instead would say how fast the machine has to be. */
export async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  for (const deadline = performance.now() + MOST_MS; !(await holds()); await sleep(LOOK_MS))
    assert.ok(performance.now() < deadline, what());
}
