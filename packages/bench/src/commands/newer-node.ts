import { delimiter, sep } from 'node:path';
import { run } from '@cpu-bound/measure/host/run';
import type { Check } from '@cpu-bound/study/model';

/** A release of Node.js, and where it was found. */
type Release = { readonly version: string; readonly place: string };

/** npm's answer is worth this wait, and no more: doctor works without a network. */
const NPM_WITHIN_MS = 5_000;

/**
 * Looks for a newer release of the same major: on the PATH outside of projects, and on npm, whose package `node` is the
 * one that is pinned. Neither needs to be there.
 *
 * @returns a check that is fit, because an older release can be measured; undefined if no newer one was found
 */
export async function newerNode(own = process.versions.node): Promise<Check | undefined> {
  const found = await Promise.all([onPath(), onNpm(own)]);
  const release = newestAfter(own, found.flat());
  if (!release) return undefined;
  const detail = `${release.version} ${release.place}; ${own} runs the bench. A newer release may have security fixes: see SECURITY.md`;
  return { id: 'newer Node.js', fit: true, detail, remedy: '' };
}

/** Finds the newest release of the major of `own` that is newer than `own`. */
export function newestAfter(own: string, releases: readonly Release[]): Release | undefined {
  const [major] = partsOf(own);
  return releases
    .filter(({ version }) => partsOf(version)[0] === major && compare(version, own) > 0)
    .toSorted((one, other) => compare(other.version, one.version))[0];
}

/** Says that the reader's own Node.js is too old for what was written, and the way out; empty if it is new enough. */
export function tooOldFor(oldest: string, [own]: readonly Release[]): string[] {
  if (!own || compare(own.version, oldest) >= 0) return [];
  const [major] = partsOf(oldest);
  return [
    `your node is ${own.version}, which is older: npm install warns of it (EBADENGINE). Install a newer one (https://nodejs.org), or have npm fetch one for a command: npx -y -p node@${major} npm test`,
  ];
}

const partsOf = (version: string) => version.split('.').map(Number);

/** Compares two versions by their numbers, since 26.9.0 is older than 26.10.0. */
function compare(one: string, other: string): number {
  const others = partsOf(other);
  return (
    partsOf(one)
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

async function onNpm(own: string): Promise<Release[]> {
  const [major] = partsOf(own);
  const args = ['view', `node@${major}`, 'version', '--json'];
  const options = { timeout: NPM_WITHIN_MS, shell: process.platform === 'win32' };
  const versions: string[] = await run('npm', args, options)
    .then(({ stdout }) => [JSON.parse(stdout)].flat())
    .catch(() => []); // there is no npm, no network, or an answer of another form
  return versions.map((version) => ({ version, place: 'is on npm' }));
}
