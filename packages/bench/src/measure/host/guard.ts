import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MARKER, sweep } from './marker.ts';

const run = promisify(execFile);

/**
 * The guard outlives the bench: when the bench is gone, however it went, its end of the pipe closes, and the
 * guard ends every process and container that the run had started. It leads a session of its own, so that
 * neither Ctrl-C nor a signal to the bench's group ends it first.
 */
export type Guard = {
  /** A container to remove, since Docker's daemon started it and not the bench. */
  watchContainer(name: string): void;
  /**
   * A process that hides its mark: Redis writes its title over its own environment. It is ended only while its
   * command line still has `name` in it, since the system may have given its number to another.
   */
  watchProcess(pid: number, name: string): void;
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
  const tell = (watched: Watched) => void child.stdin?.write(`${JSON.stringify(watched)}\n`);
  return {
    watchContainer: (container) => tell({ container }),
    watchProcess: (pid, name) => tell({ pid, name }),
  };
}

type Watched = { readonly container: string } | { readonly pid: number; readonly name: string };

/** The guard's own life: read what to watch until the pipe closes, then clean up. */
export async function guard(mark: string, input: NodeJS.ReadableStream): Promise<void> {
  let lines = '';
  for await (const chunk of input) lines += chunk;
  await sweep(mark);
  const watched = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Watched]));
  const containers = watched.flatMap((one) => ('container' in one ? [one.container] : []));
  for (const one of watched) if ('pid' in one) await endProcess(one.pid, one.name);
  if (containers.length > 0) spawn('docker', ['rm', '--force', ...containers], { stdio: 'ignore' });
}

async function endProcess(pid: number, name: string): Promise<void> {
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
      : (await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))).stdout;
  if (!command.includes(name)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // gone by itself
}
