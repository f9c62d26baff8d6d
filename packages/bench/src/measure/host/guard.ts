import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MARKER, sweep } from './marker.ts';

/**
 * The guard outlives the bench: when the bench is gone, however it went, its end of the pipe closes, and the
 * guard ends every process and container that the run had started. It leads a session of its own, so that
 * neither Ctrl-C nor a signal to the bench's group ends it first.
 */
export type Guard = {
  /** A container to remove, since Docker's daemon started it and not the bench. */
  watchContainer(name: string): void;
};

/** Starts the guard, and marks this process so that all it starts can be found. */
export function startGuard(mark: string): Guard {
  const { [MARKER]: _mine, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./guard-process.ts', import.meta.url)), mark],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env,
    },
  );
  child.unref();
  child.on('error', () => {}); // without a guard the run is as good; only a killed bench would leave processes
  child.stdin?.on('error', () => {});
  process.env[MARKER] = mark;
  return { watchContainer: (name) => void child.stdin?.write(`${name}\n`) };
}

/** The guard's own life: read container names until the pipe closes, then clean up. */
export async function guard(mark: string, input: NodeJS.ReadableStream): Promise<void> {
  let names = '';
  for await (const chunk of input) names += chunk;
  await sweep(mark);
  const containers = names.split('\n').filter((name) => name !== '');
  if (containers.length > 0) spawn('docker', ['rm', '--force', ...containers], { stdio: 'ignore' });
}
