import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Guard } from '../guard.ts';

const run = promisify(execFile);
const IMAGE = 'nginx:1-alpine';
/** An image may have to be fetched first. */
const FETCHED_WITHIN_MS = 120_000;

/**
 * A script that runs nginx of its image as the program itself would run: in this machine's network, with the files
 * below the system's temporary folder, ended by the same signals. Only Linux has such a network for containers.
 *
 * @throws where no engine answers, or the image cannot be had
 */
export async function nginxInDocker(guard: Guard): Promise<string> {
  if (process.platform !== 'linux') throw new Error('containers share no network with this system');
  const docker = (...args: string[]) => run('docker', args, { timeout: FETCHED_WITHIN_MS });
  const reason = (error: Error & { stderr?: string }) =>
    (error.stderr || error.message).trim().split('\n')[0];
  await docker('info', '--format', '{{.ServerVersion}}').catch((error) => {
    throw new Error(`no engine answers (${reason(error)})`);
  });
  await docker('run', '--rm', IMAGE, 'nginx', '-v').catch((error) => {
    throw new Error(`${IMAGE} does not run (${reason(error)})`);
  });
  const name = `cpu-bound-bench-nginx-${randomUUID().slice(0, 8)}`;
  guard.watchContainer(name);
  const file = join(await mkdtemp(join(tmpdir(), 'nginx-docker-')), 'nginx.sh');
  const user = `${process.getuid?.()}:${process.getgid?.()}`;
  const options = `--rm --network host --user ${user} --volume '${tmpdir()}:${tmpdir()}'`;
  await writeFile(
    file,
    `#!/bin/sh\nexec docker run ${options} --name ${name}-$$ --entrypoint nginx ${IMAGE} "$@"\n`,
    { mode: 0o755 },
  );
  return file;
}
