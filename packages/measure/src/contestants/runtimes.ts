import { type Contestant, isStartable, type LocalContestant, ManifestError, variantOf } from './manifest.ts';

/** A program from the npm registry that runs a contestant's sources in place of Node.js. */
export type Runtime = {
  /** The part of a contestant's id after the colon: `threads:bun`, `threads:node-24`. */
  readonly name: string;
  /** The name in titles of contestants; a version of Node.js has the number that the user gave. */
  readonly title: string;
  readonly program: 'bun' | 'deno' | 'node';
  /** `Bun 1.4.5` */
  readonly release: string;
  readonly version: string;
  /** The rough size of its package on disk. */
  readonly megabytes: number;
  /** Arguments of the runtime that stand before those of a contestant's command. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The variable that names the runtime's cache of compiled code. Without it, the cache is in the user's home. */
  readonly cacheVariable?: string;
  /** Finds the package for a platform, and the program in it. @returns undefined if there is none */
  readonly packageFor: (platform: Platform) => RuntimePackage | undefined;
};

export type Platform = {
  readonly os: NodeJS.Platform;
  readonly arch: string;
  /** True if the C library of a Linux system is musl, and not glibc. */
  readonly musl: boolean;
};

export type RuntimePackage = { readonly name: string; readonly program: string };

/** The runtimes other than Node.js, which have a group each: `@bun`, `@deno`. */
export const RUNTIMES: readonly Runtime[] = [
  {
    name: 'bun',
    title: 'Bun',
    program: 'bun',
    release: 'Bun 1.4.5',
    version: '1.4.5',
    megabytes: 110,
    args: ['--no-install'],
    env: {},
    cacheVariable: 'BUN_RUNTIME_TRANSPILER_CACHE_PATH',
    packageFor({ os, arch, musl }) {
      const system = os === 'win32' ? 'windows' : os;
      const cpu = { x64: 'x64', arm64: 'aarch64' }[arch];
      if (cpu === undefined || !['linux', 'darwin', 'windows'].includes(system)) return undefined;
      const library = musl ? '-musl' : '';
      return { name: `@oven/bun-${system}-${cpu}${library}`, program: `bin/bun${exe(os)}` };
    },
  },
  {
    name: 'deno',
    title: 'Deno',
    program: 'deno',
    release: 'Deno 2.9.6',
    version: '2.9.6',
    megabytes: 100,
    // Deno uses the dependencies that pnpm or npm installed, and gets the permissions that Node.js has by default.
    args: ['run', '--allow-all', '--node-modules-dir=manual'],
    env: { DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    cacheVariable: 'DENO_DIR',
    packageFor({ os, arch, musl }) {
      if (!['x64', 'arm64'].includes(arch) || !['linux', 'darwin', 'win32'].includes(os)) return undefined;
      if (musl) return undefined;
      const library = os === 'linux' ? '-glibc' : '';
      return { name: `@deno/${os}-${arch}${library}`, program: `deno${exe(os)}` };
    },
  },
];

/** The newest release of each line of Node.js that can run these sources. */
const NODE_LINES: Readonly<Record<string, string>> = { 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };
/**
 * The oldest Node.js that runs this project: the package for npx, a service that `scaffold` writes, and a contestant by
 * `--node`. The libraries need it (undici), and it removes types without a flag.
 */
export const OLDEST_NODE = '22.19.0';

/** The versions that `--node` accepts. */
export const ACCEPTED_VERSIONS = `${Object.keys(NODE_LINES).join(', ')}, or an exact version from ${OLDEST_NODE} on`;

/** Finds a runtime by name: `bun`, `deno`, `node-24` (the newest release of that line) or `node-24.21.0`. */
export function runtimeNamed(name: string): Runtime | undefined {
  const [, requested] = /^node-(.+)$/.exec(name) ?? [];
  if (requested === undefined) return RUNTIMES.find((runtime) => runtime.name === name);
  const version = Object.hasOwn(NODE_LINES, requested) ? NODE_LINES[requested] : exactVersion(requested);
  return version === undefined ? undefined : node(name, requested, version);
}

function exactVersion(text: string): string | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(text) ?? [];
  const [oldest = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  const isReadable = Number(major) > oldest || (Number(major) === oldest && Number(minor) >= oldestMinor);
  return isReadable ? text : undefined;
}

/** The registry's package `node` would install Node.js by a script, which the bench does not run. */
const node = (name: string, requested: string, version: string): Runtime => ({
  name,
  title: `Node ${requested}`,
  program: 'node',
  release: `Node.js ${version}`,
  version,
  megabytes: 200,
  args: [],
  env: {},
  packageFor({ os, arch, musl }) {
    if (!['linux', 'darwin', 'win32'].includes(os) || musl) return undefined;
    const prefix = os === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
    const system = os === 'win32' ? 'win' : os;
    return { name: `${prefix}-${system}-${arch}`, program: `bin/node${exe(os)}` };
  },
});

const exe = (os: NodeJS.Platform) => (os === 'win32' ? '.exe' : '');

/**
 * Runs the same sources on another runtime, as a contestant of its own: `threads:bun`. It is a peer of its
 * contestant. If it cannot run there, `runtime.cannotRun` has the reason. Its command still names `node`;
 * `onItsRuntime` of the host replaces that by the runtime's program.
 */
export function onRuntime(contestant: LocalContestant, runtime: Runtime): LocalContestant {
  const { id, family: _ofTheMain, variants: _ofNode, runtimes, ...rest } = contestant;
  const { name, title, release } = runtime;
  const declared = runtimes?.[name] ?? {};
  const [program] = rest.command;
  const cannotRun = program === 'node' ? declared.cannotRun : `its command is ${program}, and not node`;
  const cannot = { ...rest.cannot, ...declared.cannot };
  return {
    ...rest,
    id: `${id}:${name}`,
    title: `${rest.title} on ${title}`,
    summary: `${rest.summary}, on ${release}`,
    version: `${rest.version} on ${release}`,
    ...(Object.keys(cannot).length > 0 && { cannot }),
    peerOf: id,
    runtime: { name, ...(cannotRun !== undefined && { cannotRun }) },
  };
}

/** Resolves `id:name` to a variant of the manifest, or a runtime. @throws ManifestError if it is neither */
export function variantOrRuntime(
  contestant: Contestant,
  name: string,
  kernels: readonly string[] = [],
): LocalContestant {
  const runtime = Object.hasOwn(contestant.variants ?? {}, name) ? undefined : runtimeNamed(name);
  if (runtime && isStartable(contestant)) return onRuntime(contestant, runtime);
  if (!name.startsWith('node-')) return variantOf(contestant, name, kernels);
  throw new ManifestError([
    `${contestant.id}:${name}: unknown version of Node.js; accepted: ${ACCEPTED_VERSIONS}`,
  ]);
}

/**
 * Adds the main contestants among these on other versions of Node.js, as `--node 22,24` names them. A contestant that
 * already names a runtime is skipped.
 *
 * @returns a problem for each version that is not accepted
 */
export function onVersions(
  chosen: readonly Contestant[],
  versions: readonly string[],
): { readonly added: LocalContestant[]; readonly problems: string[] } {
  const mains = chosen.filter(isStartable).filter(({ peerOf }) => peerOf === undefined);
  const problems: string[] = [];
  const added = versions.flatMap((version) => {
    const runtime = runtimeNamed(`node-${version}`);
    if (!runtime) problems.push(`--node ${version}: accepted: ${ACCEPTED_VERSIONS}`);
    return runtime ? mains.map((main) => onRuntime(main, runtime)) : [];
  });
  const ids = new Set(chosen.map(({ id }) => id));
  return { added: added.filter(({ id }) => !ids.has(id) && ids.add(id)), problems };
}
