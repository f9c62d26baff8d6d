import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A task of the fixture `trouble` that occupies its worker until the test releases it. */
export type HeldTask = {
  /** The query that starts the task. */
  readonly query: string;
  release(): void;
};

/** Creates a held task. A test that holds a task, instead of waiting, needs no machine of a certain speed. */
export function holdTask(): HeldTask {
  const folder = mkdtempSync(join(tmpdir(), 'held-task-'));
  return {
    query: `upTo=10&whileFile=${encodeURIComponent(folder)}`,
    release: () => rmSync(folder, { recursive: true, force: true }),
  };
}
