import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MARKER } from './marker.ts';
import { assertProcessRoom, startsThreads } from './process-room.ts';

/**
 * The guard outlives the bench. When the bench is gone, for whatever reason, its end of the pipe closes, and the
 * guard ends every process and container of the run. It leads a session of its own, so that neither Ctrl-C nor a
 * signal to the bench's group ends it first.
 */
export type Guard = { watch(leftover: Leftover): void };

/** A process, container, folder or entry of a store that a killed bench leaves behind. */
export type Leftover =
  /** Containers by a prefix of their names, with their volumes: Docker's daemon started them, and not the bench. */
  | { readonly container: string }
  /**
   * A process that hides its mark, as Redis does, which writes its title over its own environment. It is ended only if
   * its command line has `name`, since the system may have given its number to another process.
   */
  | { readonly pid: number; readonly name: string }
  /** A folder, which is removed after the processes, as are the following. */
  | { readonly folder: string }
  /** Queues in the user's own Redis, by a prefix of their names. */
  | { readonly url: string; readonly queues: string }
  | { readonly url: string; readonly database: string };

/**
 * The mark of all guards. A process without a mark has that of its parent, so the bench around this one, such as that of
 * the tests, would end the guard together with its bench.
 */
const OF_GUARDS = 'guard';

/**
 * Starts the guard, and marks this process, so that all of its children can be found. Their temporary files go into a
 * folder of the run, which is removed with the run.
 *
 * @throws SystemRefusal if the system allows no more processes
 */
export function startGuard(mark: string): Guard {
  const program = fileURLToPath(new URL('./guard-process.ts', import.meta.url));
  assertProcessRoom('the guard, which ends what a killed bench leaves,');
  const child = spawn(process.execPath, [program, mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, [MARKER]: OF_GUARDS },
  });
  startsThreads(child.pid);
  child.unref();
  child.on('error', () => {}); // the run does not need the guard; only a killed bench would leave processes
  child.stdin?.on('error', () => {});
  process.env[MARKER] = mark;
  const temporary = mkdtempSync(join(tmpdir(), 'cpu-bound-bench-'));
  process.env.TMPDIR = temporary;
  const watch = (leftover: Leftover) => void child.stdin?.write(`${JSON.stringify(leftover)}\n`);
  watch({ folder: temporary });
  return { watch };
}
