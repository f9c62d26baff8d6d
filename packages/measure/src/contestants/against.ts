import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { shellWord } from '../model/shell-word.ts';
import { installed, readPackage } from './code.ts';
import {
  type Contestant,
  isStartable,
  type LocalContestant,
  ManifestError,
  readManifest,
  splitVariant,
} from './manifest.ts';
import { variantOrRuntime } from './runtimes.ts';

/** The folder of the bench's own packages and contestants, in a clone or in npm's installation. */
const OURS = resolve(import.meta.dirname, '../../..');

/**
 * Lists the dependencies that the bench's own contestant lacks: `bench` installs those of the main contestants only. A
 * contestant from elsewhere may keep its dependencies in other places than `node_modules`, so it lacks none here.
 */
export async function notInstalled({
  folder,
}: Partial<Pick<LocalContestant, 'folder'>>): Promise<readonly string[]> {
  return folder?.startsWith(join(OURS, '/')) ? lackedBy(folder) : [];
}

/** Lists the dependencies of a package that are not installed. */
export async function lackedBy(folder: string): Promise<readonly string[]> {
  const names = Object.keys((await readPackage(folder)).dependencies ?? {});
  const places = await Promise.all(names.map((name) => installed(folder, name)));
  return names.filter((_, index) => places[index] === undefined);
}

/** Another checkout of this repository: its folder, and its name in the ids of its contestants. */
export type OtherCheckout = { readonly name: string; readonly folder: string };

/** The contestants of two checkouts. A contestant's counterpart follows it: `single`, then `single@before`. */
export type Counterparts = {
  readonly contestants: readonly LocalContestant[];
  /** The contestants of this checkout that the other one lacks. */
  readonly notThere: readonly string[];
  readonly problems: readonly string[];
};

/** Finds the checkout that `--against` names. */
export function otherCheckout(path: string, from: string): OtherCheckout {
  const folder = resolve(from, path);
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-');
  return { name: name || 'other', folder };
}

/** Tells whether a contestant is of the other checkout: its id then has an `@`, which no manifest may have. */
export const isOfOther = ({ id }: { readonly id: string }): boolean => id.includes('@');

/**
 * Finds each contestant's counterpart, which lies at the same path of the other checkout. A peer becomes a main
 * contestant here, and each is compared with its counterpart alone.
 *
 * @returns problems that name the flag and what to do: no checkout, not installed, or not part of this one
 */
export async function counterparts(
  chosen: readonly Contestant[],
  other: OtherCheckout,
  root: string,
): Promise<Counterparts> {
  const contestants: LocalContestant[] = [];
  const notThere: string[] = [];
  const problems: string[] = [];
  const uninstalled: string[] = [];
  for (const ours of chosen) {
    const place = isStartable(ours) ? relative(root, ours.folder) : '..';
    if (!isStartable(ours) || place.startsWith('..')) {
      problems.push(`--against: ${ours.id} is not part of this checkout; leave it out`);
      continue;
    }
    const folder = join(other.folder, place);
    const manifest = existsSync(join(folder, 'package.json')) ? await readOther(folder, problems) : undefined;
    const theirs = manifest && counterpartOf(manifest, ours, other);
    if (!theirs) {
      notThere.push(ours.id);
      continue;
    }
    const [missing] = await lackedBy(folder);
    if (missing !== undefined) uninstalled.push(`${place} lacks ${missing}`);
    contestants.push(...pairOf(ours, theirs, other));
  }
  if (uninstalled.length > 0)
    problems.push(
      `--against ${other.folder}: is not installed (${uninstalled[0]}); type: (cd ${shellWord(other.folder)} && npx -y pnpm@12 install --frozen-lockfile)`,
    );
  if (contestants.length === 0 && problems.length === 0)
    problems.push(
      `--against ${other.folder}: has none of ${notThere.join(', ')}; accepted: another checkout of this repository (git worktree add ../before main)`,
    );
  return { contestants, notThere, problems };
}

async function readOther(folder: string, problems: string[]): Promise<LocalContestant | undefined> {
  try {
    return await readManifest(folder);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    problems.push(...error.problems.map((problem) => `--against ${problem}`));
    return undefined;
  }
}

/** Gives the counterpart its id. @returns undefined if the other checkout lacks the variant */
function counterpartOf(
  there: LocalContestant,
  { id, runtime }: LocalContestant,
  other: OtherCheckout,
): LocalContestant | undefined {
  const { base, variant } = splitVariant(id);
  const counterpart = { ...there, id: `${base}@${other.name}` };
  if (variant === undefined) return counterpart;
  const isThere = Object.hasOwn(there.variants ?? {}, variant) || runtime !== undefined;
  return isThere ? variantOrRuntime(counterpart, variant) : undefined;
}

/** Makes a pair of main contestants. Both lose their peers and variants, because only these two are compared. */
function pairOf(ours: LocalContestant, theirs: LocalContestant, { name }: OtherCheckout): LocalContestant[] {
  const [here, there] = [ours, theirs].map(
    ({ peerOf: _peerOf, family: _family, variants: _v, ...rest }) => rest,
  );
  return [
    here as LocalContestant,
    { ...(there as LocalContestant), title: `${theirs.title} (${name})`, peerOf: ours.id },
  ];
}
