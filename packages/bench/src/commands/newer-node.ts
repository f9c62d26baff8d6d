import { delimiter, sep } from 'node:path';
import { run } from '@cpu-bound/measure/host/run';
import type { Check } from '@cpu-bound/study/model';

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
