import { onOneProcess } from './kernels.ts';
import { type LocalContestant, variantOf } from './manifest.ts';
import { onRuntime } from './on-runtime.ts';
import { RUNTIMES } from './runtimes.ts';

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
