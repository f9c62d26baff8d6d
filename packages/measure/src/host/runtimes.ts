import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import type { LocalContestant } from '../contestants/manifest.ts';
import { type Platform, type Runtime, runtimeNamed } from '../contestants/runtimes.ts';
import type { Guard } from './guard.ts';
import { fetchNpmPackages, type NpmPackages, npmFolder } from './npm-package.ts';
import { systemText } from './proc.ts';
import { reasonOf, run } from './run.ts';
import { cacheFolder, type ProvisionSource } from './sources.ts';

/** The place of a runtime on this disk: its package for this machine, and its program. */
export type RuntimePlace = {
  readonly packages: NpmPackages;
  readonly program: string;
};

/** The reader's own Node.js by its version: nothing has to be fetched for it. */
const ownNodes = new Map<string, string>();

export const useOwnNode = (version: string, program: string): void => void ownNodes.set(version, program);

/** Finds the program of a runtime; undefined if there is none for this machine. */
export const programOf = (runtime: Runtime): string | undefined =>
  (runtime.program === 'node' ? ownNodes.get(runtime.version) : undefined) ?? placeOf(runtime)?.program;

/** Finds the place of a runtime as npm installs it. @returns undefined if the runtime has no package for this machine */
export function placeOf(runtime: Runtime): RuntimePlace | undefined {
  const npmPackage = runtime.packageFor(platform());
  if (!npmPackage) return undefined;
  const packages: NpmPackages = [`${npmPackage.name}@${runtime.version}`];
  return {
    packages,
    program: join(npmFolder(packages), 'node_modules', npmPackage.name, npmPackage.program),
  };
}

/** Names the folder in which a runtime keeps compiled code for its next start. */
export const compiledBy = ({ program, version }: Runtime): string =>
  join(cacheFolder(), `${program}-${version}-compiled`);

const platform = (): Platform => ({ os: process.platform, arch: process.arch, musl: isMusl() });

/** Tells whether the C library is musl: on Linux, the script `ldd` names it. */
const isMusl = (): boolean => process.platform === 'linux' && systemText('/usr/bin/ldd').includes('musl');

/** The PATH without the folders of projects, which have a Node.js of their own. */
const outsideOfProjects = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.split(sep).includes('node_modules'))
    .join(delimiter);

/** Finds the reader's own Node.js: its version, and its program behind a link or a version manager. */
export async function nodeOnPath(): Promise<
  { readonly version: string; readonly program: string } | undefined
> {
  const env = { ...process.env, NODE_OPTIONS: '', PATH: outsideOfProjects() };
  const asked = ['-p', 'JSON.stringify({ version: process.versions.node, program: process.execPath })'];
  try {
    return JSON.parse((await run('node', asked, { env, timeout: ANSWER_WITHIN_MS })).stdout);
  } catch {
    return undefined; // there is none, or it is no Node.js
  }
}

const ANSWER_WITHIN_MS = 20_000;

/**
 * The reader's own Node.js comes first, if it is of that version, and an earlier download before the npm registry.
 *
 * @param print reports a download, which takes a while
 */
export function runtimeSources(
  runtime: Runtime,
  guard: Guard,
  print: (line: string) => void,
): ProvisionSource[] {
  const own = runtime.program === 'node' ? [ownNode(runtime)] : [];
  const place = placeOf(runtime);
  if (!place) return [...own, { id: 'npm', start: hasNoPackage }];
  const { packages, program } = place;
  const id = `npm's ${packages[0].slice(0, packages[0].lastIndexOf('@'))}`;
  return [
    ...own,
    {
      id,
      async start() {
        if (!existsSync(program)) throw new Error('not fetched yet');
        return started(runtime, program);
      },
    },
    {
      id,
      async start() {
        const { release, megabytes } = runtime;
        print(`npm fetches ${release} once: ${megabytes} MB, into ${npmFolder(packages)}`);
        // If the program exists, the first source has found that it does not run.
        await fetchNpmPackages(packages, guard, existsSync(program));
        return started(runtime, program);
      },
    },
  ];
}

const ownNode = (runtime: Runtime): ProvisionSource => ({
  id: 'the Node.js on the PATH',
  async start() {
    const own = await nodeOnPath();
    if (own?.version !== runtime.version) throw new Error(own ? `is ${own.version}` : 'there is none');
    const provision = await started(runtime, own.program);
    useOwnNode(own.version, own.program);
    return provision;
  },
});

const hasNoPackage = () =>
  Promise.reject(new Error(`it has no package for ${process.platform} ${process.arch}`));

/** @throws if it does not run here, as on an old processor or C library, or is another version */
async function started({ release, version }: Runtime, program: string) {
  const { stdout } = await run(program, ['--version'], { timeout: ANSWER_WITHIN_MS }).catch((error) => {
    throw new Error(`does not run on this machine: ${reasonOf(error)}`);
  });
  const printed = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
  if (printed !== version) throw new Error(`${program} is ${printed ?? 'of no version'}, and not ${release}`);
  return { version, env: {}, stop: async () => {} };
}

/** Gives a contestant the program, arguments and environment of its runtime, if it has one. */
export function onItsRuntime(contestant: LocalContestant): LocalContestant {
  const runtime = contestant.runtime && runtimeNamed(contestant.runtime.name);
  if (!runtime) return contestant;
  const { command, env } = contestant;
  const { name, args, cacheVariable } = runtime;
  const program = programOf(runtime) ?? name;
  const on = ([first, ...rest]: LocalContestant['command']): LocalContestant['command'] =>
    first === 'node' ? [program, ...args, ...rest] : [first, ...rest];
  return {
    ...contestant,
    command: on(command),
    env: { ...env, ...runtime.env, ...(cacheVariable && { [cacheVariable]: compiledBy(runtime) }) },
  };
}
