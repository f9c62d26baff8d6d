import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
/** A condition that does not hold after this time, on any machine, never will. */
const LIMIT_MS = 60_000;

/** Polls until a condition holds, so that a test needs no machine of a certain speed. @param failure the message */
export async function until(holds: () => boolean | Promise<boolean>, failure: () => string): Promise<void> {
  for (const deadline = performance.now() + LIMIT_MS; !(await holds()); await sleep(POLL_MS))
    assert.ok(performance.now() < deadline, failure());
}
