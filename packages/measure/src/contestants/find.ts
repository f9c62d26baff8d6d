import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { groupsOf } from './groups.ts';
import { hiddenKernels, variantOrKernel } from './kernels.ts';
import {
  type Contestant,
  type LocalContestant,
  ManifestError,
  readManifest,
  splitVariant,
} from './manifest.ts';
import { onVersions } from './on-runtime.ts';

/** Each folder in these places is a contestant: first the study's own, then the common alternatives. */
const PLACES = ['packages', 'packages/peers'];

export async function workspaceContestants(root: string): Promise<LocalContestant[]> {
  const manifests = (await Promise.all(PLACES.map((place) => contestantsIn(join(root, place))))).flat();
  const problems = manifests
    .filter((item) => item instanceof ManifestError)
    .flatMap((error) => error.problems);
  if (problems.length > 0) throw new ManifestError(problems);
  const contestants = manifests.filter((item) => item !== undefined) as LocalContestant[];
  return contestants.sort((a, b) => presentationOrder(a) - presentationOrder(b));
}

async function contestantsIn(place: string): Promise<(LocalContestant | ManifestError | undefined)[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(place, entry.name, 'package.json')))
    .map(({ name }) => join(place, name));
  return Promise.all(folders.map((folder) => readManifest(folder).catch(passManifestErrors)));
}

function passManifestErrors(error: unknown): ManifestError {
  if (error instanceof ManifestError) return error;
  if (error instanceof Error && 'code' in error) return new ManifestError([error.message]);
  throw error;
}

/** Contestants stand in the order of their manifests; new ones without an order come last. */
export const presentationOrder = ({ order = Number.MAX_SAFE_INTEGER }: Contestant): number => order;

/**
 * Chooses the contestants that `--contestants` names: ids of the workspace, paths of folders, and groups (`@pools`).
 * An id or a path may have `:variant`, `:runtime` or `:kernel`. Without the flag, the main contestants are chosen.
 * Targets that run elsewhere are added.
 *
 * @param kernels of the workload, by name: each is chosen as a variant
 * @param versions of Node.js, on which the chosen main contestants are measured, too
 */
export async function chooseContestants(
  root: string,
  names: readonly string[] | undefined,
  from: string,
  targets: readonly Contestant[] = [],
  kernels: readonly string[] = [],
  versions: readonly string[] = [],
): Promise<{ chosen: Contestant[]; problems: string[] }> {
  const workspace = await workspaceContestants(root);
  const groups = groupsOf(workspace, kernels);
  const chosen: Contestant[] = [];
  const problems = hiddenKernels(workspace, kernels);
  for (const name of names ?? ['@main']) {
    if (name.startsWith('@')) {
      const group = groups[name];
      chosen.push(...(group ?? []).filter(({ id }) => !chosen.some((other) => other.id === id)));
      if (!group)
        problems.push(`--contestants ${name}: unknown; accepted: ${Object.keys(groups).join(', ')}`);
      continue;
    }
    const { base: place, variant } = splitVariant(name);
    try {
      const contestant = workspace.find(({ id }) => id === place) ?? (await atPath(place, from, workspace));
      chosen.push(variant === undefined ? contestant : variantOrKernel(contestant, variant, kernels));
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      problems.push(...error.problems.map((problem) => `--contestants ${problem}`));
    }
  }
  const { added, problems: ofVersions } = onVersions(chosen, versions);
  chosen.push(...added, ...targets);
  return { chosen, problems: [...problems, ...ofVersions, ...collisions(chosen)] };
}

/** Names two contestants that the report could not distinguish. */
function collisions(contestants: readonly Contestant[]): string[] {
  const twice = (field: 'id' | 'title') => {
    const values = contestants.map((contestant) => contestant[field]);
    return [...new Set(values.filter((value, index) => values.indexOf(value) < index))].map(
      (value) => `--contestants: the ${field} ${value} occurs twice; give one of them another ${field}`,
    );
  };
  const ids = twice('id');
  return ids.length > 0 ? ids : twice('title');
}

/** Reads the contestant in a folder. @throws ManifestError if the folder has no contestant */
async function atPath(
  place: string,
  from: string,
  workspace: readonly LocalContestant[],
): Promise<LocalContestant> {
  if (!/[/\\.]/.test(place)) {
    const ids = workspace.map(({ id }) => id).join(', ');
    throw new ManifestError([`${place}: unknown; accepted: ${ids}, or the path of a folder (./mine)`]);
  }
  const contestant = await readManifest(resolve(from, place));
  if (!contestant) throw new ManifestError([`${place}: its package.json has no "contestant" field`]);
  return contestant;
}
