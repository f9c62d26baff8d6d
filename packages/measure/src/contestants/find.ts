import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NAME } from '@cpu-bound/workload';
import {
  type Contestant,
  isStartable,
  type LocalContestant,
  ManifestError,
  type RemoteContestant,
  readManifest,
  splitVariant,
  variantOf,
} from './manifest.ts';
import { onRuntime, onVersions, RUNTIMES, runtimeNamed, variantOrRuntime } from './runtimes.ts';

/** Makes the contestant that computes by another kernel of the workload; its id is `single:sieve`. */
export function withKernel(contestant: LocalContestant, kernel: string): LocalContestant {
  const { family: _ofTheMain, variants: _others, ...rest } = contestant;
  const { id, title } = contestant;
  return {
    ...rest,
    id: `${id}:${kernel}`,
    title: `${title}, kernel ${kernel}`,
    summary: `the kernel ${kernel} of the workload instead of its own run`,
    peerOf: id,
    kernel,
  };
}

/** Resolves `id:name` to a variant, a runtime or a kernel. @throws ManifestError naming what is accepted */
export const variantOrKernel = (
  contestant: Contestant,
  name: string,
  kernels: readonly string[],
): LocalContestant =>
  isStartable(contestant) && kernels.includes(name) && !hasVariant(contestant, name)
    ? withKernel(contestant, name)
    : variantOrRuntime(contestant, name, kernels);

/** Makes the contestants of `@kernels`: faster code without any strategy, on main ones without workers. */
export const onOneProcess = (
  main: readonly LocalContestant[],
  kernels: readonly string[],
): LocalContestant[] =>
  main
    .filter(({ workers }) => workers === false)
    .flatMap((contestant) =>
      kernels
        .filter((kernel) => !hasVariant(contestant, kernel))
        .map((kernel) => withKernel(contestant, kernel)),
    );

/** Lists the kernels that no id can name, because a runtime or a variant of that contestant has the same name. */
export const hiddenKernels = (
  workspace: readonly LocalContestant[],
  kernels: readonly string[],
): string[] => {
  const hidden = (kernel: string, what: string) =>
    `--workload: ${kernel} is ${what}; give the kernel another name`;
  const ofRuntimes = kernels.filter((kernel) => runtimeNamed(kernel));
  return [
    ...ofRuntimes.map((kernel) => hidden(kernel, 'a runtime')),
    ...workspace.flatMap((contestant) =>
      kernels
        .filter((kernel) => hasVariant(contestant, kernel))
        .map((kernel) => hidden(kernel, `a variant of ${contestant.id}`)),
    ),
  ];
};

const hasVariant = ({ variants = {} }: Contestant, name: string): boolean => Object.hasOwn(variants, name);

/**
 * Lists the contestants of each group of `--contestants @name`. `@main` has the study's own, `@peers` the common
 * alternatives. `@runtimes` has the main ones on the other runtimes of their manifests, `@kernels` the workload's
 * other kernels on one process. `@all` has all of these. A family is a main contestant with its variants and peers.
 *
 * @param kernels of the workload, by name
 */
export function groupsOf(
  workspace: readonly LocalContestant[],
  kernels: readonly string[] = [],
): Readonly<Record<string, readonly LocalContestant[]>> {
  const main = workspace.filter(({ peerOf }) => peerOf === undefined);
  const variantsOf = (contestant: LocalContestant, arePeers = false) =>
    Object.entries(contestant.variants ?? {})
      .filter(([, { peer = false }]) => peer || !arePeers)
      .map(([variant]) => variantOf(contestant, variant));
  const otherKernels = onOneProcess(main, kernels);
  const peersOf = ({ id }: LocalContestant) => workspace.filter(({ peerOf }) => peerOf === id);
  const peers = main.flatMap((contestant) => [...variantsOf(contestant, true), ...peersOf(contestant)]);
  const families = main.flatMap((contestant) => {
    const ofKernels = otherKernels.filter(({ peerOf }) => peerOf === contestant.id);
    const members = [contestant, ...variantsOf(contestant), ...ofKernels, ...peersOf(contestant)];
    return contestant.family === undefined ? [] : [[`@${contestant.family}`, members] as const];
  });
  const onRuntimes = RUNTIMES.map((runtime) => {
    const able = main.filter(({ runtimes = {} }) => Object.hasOwn(runtimes, runtime.name));
    return [`@${runtime.name}`, able.map((contestant) => onRuntime(contestant, runtime))] as const;
  });
  const runtimes = onRuntimes.flatMap(([, contestants]) => contestants);
  return {
    '@main': main,
    ...Object.fromEntries(families),
    '@peers': peers,
    ...Object.fromEntries(onRuntimes),
    '@runtimes': runtimes,
    '@kernels': otherKernels,
    '@all': [...main, ...peers, ...runtimes, ...otherKernels],
  };
}

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

const ACCEPTED =
  'name=URL with the address alone, such as green=http://10.0.0.7:3000; the name is like a contestant’s id';

/**
 * Reads the services of `--target name=URL`, which the bench does not start.
 *
 * @param light a path that they answer without computing, if they do not keep the contestants' contract
 * @returns a problem for each target that cannot be read, naming it and what is accepted
 */
export function readTargets(
  flags: readonly string[],
  light?: string,
): {
  readonly targets: readonly RemoteContestant[];
  readonly problems: readonly string[];
} {
  const targets: RemoteContestant[] = [];
  const problems: string[] = [];
  for (const flag of flags) {
    const [, id = '', address = ''] = /^([^=]+)=(.*)$/s.exec(flag) ?? [];
    const origin = originOf(address);
    if (!NAME.test(id) || origin === undefined) problems.push(`--target ${flag}: accepted: ${ACCEPTED}`);
    else
      targets.push({
        id,
        title: id,
        summary: `runs elsewhere, at ${origin}`,
        version: 'unknown',
        origin,
        ...(light !== undefined && { light }),
      });
  }
  return { targets, problems };
}

/** Reads an address. @returns undefined if it is none, or has a path or a password, which would be lost */
function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}
