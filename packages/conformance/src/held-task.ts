import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A task of the fixture `trouble` that keeps its worker until the test lets it go. */
export type HeldTask = {
  /** The query that asks for it. */
  readonly query: string;
  release(): void;
};

/** A test that has a worker kept busy for a time says how fast the machine has to be; one that holds a task does not. */
export function holdTask(): HeldTask {
  const folder = mkdtempSync(join(tmpdir(), 'held-task-'));
  return {
    query: `upTo=10&whileFile=${encodeURIComponent(folder)}`,
    release: () => rmSync(folder, { recursive: true, force: true }),
  };
}
