import { readFile, rm } from 'node:fs/promises';
import { removeQuotas } from './cpu-limits.ts';
import type { Leftover } from './guard.ts';
import { endNow, sweep } from './marker.ts';
import { dropDatabase } from './postgres.ts';
import { removeQueues } from './redis/redis.ts';
import { run } from './run.ts';

/** Runs the guard process: it reads what to watch until the pipe closes, and then cleans up. */
async function guard(mark: string, input: NodeJS.ReadableStream): Promise<void> {
  let lines = '';
  for await (const chunk of input) lines += chunk;
  await sweep(mark);
  await removeQuotas(mark);
  const watched = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Leftover]));
  for (const left of watched) if ('container' in left) await removeContainers(left.container).catch(() => {});
  for (const left of watched) if ('pid' in left) await endProcess(left.pid, left.name);
  for (const left of watched) {
    if ('folder' in left)
      await rm(left.folder, { recursive: true, force: true, maxRetries: 20 }).catch(() => {});
    if ('queues' in left) await removeQueues(left.url, left.queues).catch(() => {});
    if ('database' in left) await dropDatabase(left.url, left.database).catch(() => {});
  }
}

async function removeContainers(name: string): Promise<void> {
  const { stdout } = await run('docker', ['ps', '--all', '--quiet', '--filter', `name=^${name}`]);
  const ids = stdout.split('\n').filter((id) => id !== '');
  if (ids.length > 0) await run('docker', ['rm', '--force', '--volumes', ...ids]);
}

async function endProcess(pid: number, name: string): Promise<void> {
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
      : (await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))).stdout;
  if (command.includes(name)) endNow(pid);
}

await guard(process.argv[2] ?? '', process.stdin);
