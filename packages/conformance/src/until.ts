import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
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

/** A task of the fixture `trouble` that reports each of its runs to the test. */
export type WatchedTask = {
  /** The query that starts the task. */
  readonly query: string;
  /** Counts the runs that have begun, in all processes of the service. */
  begun(): number;
  /** Waits until this many runs have begun. */
  untilBegun(runs: number): Promise<void>;
};

/** A task that occupies its worker until the test releases it, and then ends at once. */
export type HeldTask = WatchedTask & { release(): void };

/** Creates a task whose runs are counted. */
export function watchTask(t: TestContext): WatchedTask {
  const folder = mkdtempSync(join(tmpdir(), 'watched-task-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const begun = () => readdirSync(folder).filter((name) => name.startsWith('begun-')).length;
  return {
    query: `upTo=10&watched=${encodeURIComponent(folder)}`,
    begun,
    untilBegun: (runs) =>
      until(
        () => begun() >= runs,
        () => `${begun()} of ${runs} tasks have begun`,
      ),
  };
}

/** Creates a held task. A test that holds a task, instead of waiting, needs no machine of a certain speed. */
export function holdTask(t: TestContext): HeldTask {
  const task = watchTask(t);
  const hold = join(new URLSearchParams(task.query).get('watched') ?? '', 'held');
  mkdirSync(hold);
  return { ...task, release: () => rmSync(hold, { recursive: true, force: true }) };
}

/** Reads the resident memory of a process, in bytes. Outside Linux it is 0, so no growth is seen. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
