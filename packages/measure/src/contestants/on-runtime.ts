import { type Contestant, isStartable, type LocalContestant, ManifestError, variantOf } from './manifest.ts';
import { ACCEPTED_VERSIONS, type Runtime, runtimeNamed } from './runtimes.ts';

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
