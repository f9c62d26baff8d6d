import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@cpu-bound/workload/test/child-process';

/** A process of the queue that the test started by itself. */
export type OwnProcess = { readonly child: ChildProcess; output(): string; end(): Promise<void> };

export type ProcessOptions = {
  readonly env: Readonly<Record<string, string>>;
  /** The log line that ends the wait. */
  readonly until: RegExp;
};

const folder = join(import.meta.dirname, '..');

/** Starts a module of `src`, waits for a line of its log, and ends it after the test. */
export async function startProcess(
  t: TestContext,
  module: 'main.ts' | 'worker.ts',
  { env, until }: ProcessOptions,
): Promise<OwnProcess> {
  const child = spawn(process.execPath, [`src/${module}`], {
    cwd: folder,
    env: { LOG_LEVEL: 'info', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const { promise: logged, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      if (until.test(output)) resolve();
    });
  ended.then(() => reject(new Error(`${module} ended: ${output}`)));
  const end = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(60_000, undefined, { ref: false })]);
    child.kill('SIGKILL');
    await ended;
  };
  t.after(end);
  await logged;
  return { child, output: () => output, end };
}

/** Starts a worker as in a container of its own, and waits until it takes jobs. */
export const startWorker = (t: TestContext, env: Readonly<Record<string, string>>): Promise<OwnProcess> =>
  startProcess(t, 'worker.ts', { env, until: /taking jobs/ });
