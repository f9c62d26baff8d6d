import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import type { Runtime } from '../../contestants/runtimes.ts';
import type { Guard } from '../guard.ts';
import { reasonOf, run } from '../run.ts';
import type { ProvisionSource } from '../sources.ts';
import { placeOf, type RuntimePlace } from './place.ts';

const FETCH_WITHIN_MS = 300_000;
const ANSWER_WITHIN_MS = 20_000;

/**
 * In the order in which they are tried: what an earlier run fetched, and the npm registry.
 *
 * @param print for what takes a while, and stays on the disk
 */
export function runtimeSources(
  runtime: Runtime,
  guard: Pick<Guard, 'watchFolder'>,
  print: (line: string) => void,
): ProvisionSource[] {
  const place = placeOf(runtime);
  if (!place) return [{ id: 'npm', start: hasNoPackage }];
  const id = `npm's ${place.packageName}`;
  return [
    {
      id,
      async start() {
        if (!existsSync(place.program)) throw new Error('not fetched yet');
        return started(runtime, place);
      },
    },
    {
      id,
      async start() {
        const { release, megabytes } = runtime;
        print(`npm fetches ${release} once: ${megabytes} MB, into ${place.folder}`);
        await fetchPackage(runtime, place, guard);
        return started(runtime, place);
      },
    },
  ];
}

const hasNoPackage = () =>
  Promise.reject(new Error(`it has no package for ${process.platform} ${process.arch}`));

/** @throws where it does not run here, as on an old processor or C library, or is another version */
async function started({ release, version }: Runtime, { program }: RuntimePlace) {
  const { stdout } = await run(program, ['--version'], { timeout: ANSWER_WITHIN_MS }).catch((error) => {
    throw new Error(`does not run on this machine: ${reasonOf(error)}`);
  });
  const found = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
  if (found !== version) throw new Error(`${program} is ${found ?? 'of no version'}, and not ${release}`);
  return { version, env: {}, stop: async () => {} };
}

/**
 * npm unpacks the package into a folder of this run's own, which takes its place when it is whole. npm checks what it
 * fetches by the SHA-512 that the registry names, and runs no script of it.
 *
 * @throws what npm says where it cannot be had
 */
async function fetchPackage(
  { version }: Runtime,
  { packageName, folder, program }: RuntimePlace,
  guard: Pick<Guard, 'watchFolder'>,
): Promise<void> {
  const work = `${folder}.${process.pid}`;
  const isBroken = existsSync(program);
  guard.watchFolder(work);
  await mkdir(work, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const args = ['install', '--prefix', work, '--ignore-scripts', '--prefer-offline', '--no-save', ...quiet];
  try {
    await run('npm', [...args, `${packageName}@${version}`], {
      cwd: work,
      timeout: FETCH_WITHIN_MS,
      shell: process.platform === 'win32',
    }).catch((error) => {
      throw new Error(reasonOf(error, 2));
    });
    if (!isBroken && existsSync(program)) return; // another bench was faster
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
