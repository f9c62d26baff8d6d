import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalContestant } from '../contestants/manifest.ts';
import type { StartOptions } from './launch.ts';

const STOP_WITHIN_MS = 8_000;

/** A contestant's workers as processes that its API process does not know of, as on other hosts. */
export type WorkersApart = {
  /** SIGTERM to each, as an orchestrator does; returns what did not go as it should. */
  stop(): Promise<string[]>;
};

/**
 * Starts them, where the options say so. They are up when the service that gives them work is ready.
 *
 * @param env of the service, its mark included
 */
export function startWorkersApart(
  { id, folder, workerCommand }: LocalContestant,
  { workersApart }: Pick<StartOptions, 'workersApart'>,
  env: NodeJS.ProcessEnv,
  log: (chunk: Buffer) => void,
): WorkersApart | undefined {
  if (!workersApart) return undefined;
  if (!workerCommand) throw new Error(`${id}: its manifest has no workerCommand`);
  const [program, ...args] = workerCommand;
  const children = Array.from({ length: workersApart.count }, () => {
    const child = spawn(program, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, ...workersApart.env },
    });
    child.once('error', (error) => log(Buffer.from(`${program} cannot be started: ${error.message}\n`)));
    child.stdout.on('data', log);
    child.stderr.on('data', log);
    return child;
  });
  return {
    async stop() {
      for (const child of children) child.kill('SIGTERM');
      const ended = await Promise.all(children.map(endedInTime));
      const hung = ended.filter((inTime) => !inTime).length;
      return hung > 0 ? [`${hung} workers did not stop within ${STOP_WITHIN_MS / 1000} s of SIGTERM`] : [];
    },
  };
}

async function endedInTime(child: ChildProcess): Promise<boolean> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return true;
  return Promise.race([once(child, 'exit').then(() => true), sleep(STOP_WITHIN_MS, false, { ref: false })]);
}
