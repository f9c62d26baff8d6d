import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of the queue that the test started by itself. */
export type OwnProcess = { readonly child: ChildProcess; output(): string; end(): Promise<void> };

export type ProcessOptions = {
  readonly env: Readonly<Record<string, string>>;
  /** The log line that ends the wait. */
  readonly until: RegExp;
  /** Flags of Node.js. */
  readonly flags?: readonly string[];
};

const folder = join(import.meta.dirname, '..');

/** Starts a module of `src`, and waits for a line of its log. */
export async function startProcess(
  module: 'main.ts' | 'worker.ts',
  { env, until, flags = [] }: ProcessOptions,
): Promise<OwnProcess> {
  const child = spawn(process.execPath, [...flags, `src/${module}`], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'info', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { promise: logged, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (until.test(output)) resolve();
  });
  ended.then(() => reject(new Error(`${module} ended: ${output}`)));
  await logged;
  return {
    child,
    output: () => output,
    async end() {
      child.kill('SIGTERM');
      await Promise.race([ended, once(AbortSignal.timeout(60_000), 'abort')]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts a worker as in a container of its own, and waits until it takes jobs. */
export const startWorker = (
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<OwnProcess> => startProcess('worker.ts', { env, until: /taking jobs/, flags });
