import { delimiter, sep } from 'node:path';
import { examine, steadinessChecks } from '@cpu-bound/measure/host/doctor';
import type { Guard } from '@cpu-bound/measure/host/guard';
import { findRedis, NoRedis, redisSources } from '@cpu-bound/measure/host/redis/find';
import { run } from '@cpu-bound/measure/host/run';
import type { Check } from '@cpu-bound/measure/model';
import { COLUMNS, coloured, wrapped } from '@cpu-bound/report/tables/terminal';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** `bench doctor` checks this machine, and prints each check with its remedy. @returns whether all are fit */
export async function doctorCommand(surface: Surface): Promise<boolean> {
  const { print, now, columns } = surface;
  now('looking at the machine');
  const newer = await newerNode();
  const checks = [...(await examine()), ...(newer ? [newer] : []), ...(await steadinessChecks())];
  const show = (shown: readonly Check[]) => {
    for (const line of shown.flatMap((check) => checkLines(check, columns()))) print(line);
  };
  show(checks);
  const redis = await withBench(surface, ({ guard }) => redisChecks(guard));
  show(redis);
  return [...checks, ...redis].every(({ fit }) => fit);
}

const MARKS = { fit: '✔ fit  ', unfit: '✖ unfit' } as const;
const DETAIL = 28;
const REMEDY = 13;

/** Writes a check and its remedy in lines of at most `width` columns; commands in it are not wrapped. */
export function checkLines({ id, fit, detail, remedy }: Check, width = COLUMNS): string[] {
  const [first = '', ...others] = wrapped(
    `${MARKS[fit ? 'fit' : 'unfit']}  ${id.padEnd(18)} ${detail}`,
    width,
    DETAIL,
  );
  const [advice = '', ...more] = remedy.split('\n');
  return [
    first.replace(/^\S+ \S+/, (mark) => coloured(fit ? 'green' : 'red', mark)),
    ...others,
    ...(fit
      ? []
      : [
          ...wrapped(`           → ${advice}`, width, REMEDY),
          ...more.map((line) => `${' '.repeat(REMEDY)}${line}`),
        ]),
  ];
}

async function redisChecks(guard: Guard): Promise<Check[]> {
  try {
    const redis = await findRedis(redisSources(guard));
    await redis.stop();
    const detail = `${redis.version} from ${redis.source}`;
    return [{ id: 'Redis', fit: true, detail, remedy: '' }, ...redis.checks];
  } catch (error) {
    if (!(error instanceof NoRedis)) throw error;
    return [{ id: 'Redis', fit: false, detail: 'none', remedy: error.message }];
  }
}

type Release = { readonly version: string; readonly place: string };

/** npm's answer is worth this wait, and no more: doctor works without a network. */
const NPM_WITHIN_MS = 5_000;

/**
 * Looks for a newer release of the same major: on the PATH outside of projects, and on npm, whose package `node` is the
 * one that is pinned. Neither needs to be there.
 *
 * @returns a check that is fit, because an older release can be measured; undefined if no newer one was found
 */
export async function newerNode(version = process.versions.node): Promise<Check | undefined> {
  const releases = await Promise.all([onPath(), onNpm(version)]);
  const release = newestAfter(version, releases.flat());
  if (!release) return undefined;
  const detail = `${release.version} ${release.place}; ${version} runs the bench. A newer release may have security fixes: see SECURITY.md`;
  return { id: 'newer Node.js', fit: true, detail, remedy: '' };
}

/** Finds the newest release of the major of a version that is newer. */
export function newestAfter(oldest: string, releases: readonly Release[]): Release | undefined {
  const [major] = partsOf(oldest);
  return releases
    .filter(({ version }) => partsOf(version)[0] === major && compare(version, oldest) > 0)
    .toSorted((a, b) => compare(b.version, a.version))[0];
}

/** Says that the reader's own Node.js is too old for what was written, and the way out; empty if it is new enough. */
export function tooOldFor(oldest: string, [installed]: readonly Release[]): string[] {
  if (!installed || compare(installed.version, oldest) >= 0) return [];
  const [major] = partsOf(oldest);
  return [
    `your node is ${installed.version}, which is older: npm install warns of it (EBADENGINE). Install a newer one (https://nodejs.org), or have npm fetch one for a command: npx -y -p node@${major} npm test`,
  ];
}

const partsOf = (version: string) => version.split('.').map(Number);

/** Compares two versions by their numbers, since 26.9.0 is older than 26.10.0. */
function compare(a: string, b: string): number {
  const others = partsOf(b);
  return (
    partsOf(a)
      .map((part, index) => part - (others[index] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  );
}

/** Finds the Node.js on the PATH outside of projects. @returns none if there is none */
export async function onPath(): Promise<Release[]> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const PATH = folders.filter((folder) => !folder.split(sep).includes('node_modules')).join(delimiter);
  const { stdout } = await run('node', ['--version'], { env: { ...process.env, PATH } }).catch(() => ({
    stdout: '',
  }));
  return stdout.startsWith('v') ? [{ version: stdout.trim().slice(1), place: 'is on the PATH' }] : [];
}

async function onNpm(version: string): Promise<Release[]> {
  const [major] = partsOf(version);
  const args = ['view', `node@${major}`, 'version', '--json'];
  const options = { timeout: NPM_WITHIN_MS, shell: process.platform === 'win32' };
  const versions: string[] = await run('npm', args, options)
    .then(({ stdout }) => [JSON.parse(stdout)].flat())
    .catch(() => []); // there is no npm, no network, or an answer of another form
  return versions.map((release) => ({ version: release, place: 'is on npm' }));
}
