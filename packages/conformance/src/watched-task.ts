import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { until } from './until.ts';

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
