import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
/** A condition that does not hold after this time, on any machine, never will. */
const LIMIT_MS = 60_000;

/** Polls until a condition holds, so that a test needs no machine of a certain speed. @param failure the message */
export async function until(
  holds: () => boolean | Promise<boolean>,
  failure: string | (() => string),
): Promise<void> {
  for (const deadline = performance.now() + LIMIT_MS; !(await holds()); await sleep(POLL_MS))
    assert.ok(performance.now() < deadline, typeof failure === 'string' ? failure : failure());
}

/** Checks that a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until these processes have ended. */
export const untilGone = (pids: Iterable<number>): Promise<void> => {
  const alive = () => [...pids].filter(isAlive);
  return until(
    () => alive().length === 0,
    () => `still alive: ${alive()}`,
  );
};
