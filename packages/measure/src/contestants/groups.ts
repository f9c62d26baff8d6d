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
  const variantsOf = (contestant: LocalContestant, which: (name: string) => boolean = () => true) =>
    Object.keys(contestant.variants ?? {})
      .filter(which)
      .map((variant) => variantOf(contestant, variant));
  const peersOf = ({ id }: LocalContestant) => workspace.filter(({ peerOf }) => peerOf === id);
  const peers = main.flatMap((contestant) => [
    ...variantsOf(contestant, (variant) => contestant.variants?.[variant]?.peer === true),
    ...peersOf(contestant),
  ]);
  const otherKernels = onOneProcess(main, kernels);
  const families = main.flatMap((contestant) =>
    contestant.family === undefined
      ? []
      : [
          [
            `@${contestant.family}`,
            [
              contestant,
              ...variantsOf(contestant),
              ...otherKernels.filter(({ peerOf }) => peerOf === contestant.id),
              ...peersOf(contestant),
            ],
          ] as const,
        ],
  );
  const onRuntimes = Object.fromEntries(
    RUNTIMES.map((runtime) => [
      `@${runtime.name}`,
      main
        .filter(({ runtimes = {} }) => Object.hasOwn(runtimes, runtime.name))
        .map((contestant) => onRuntime(contestant, runtime)),
    ]),
  );
  const runtimes = Object.values(onRuntimes).flat();
  return {
    '@main': main,
    ...Object.fromEntries(families),
    '@peers': peers,
    ...onRuntimes,
    '@runtimes': runtimes,
    '@kernels': otherKernels,
    '@all': [...main, ...peers, ...runtimes, ...otherKernels],
  };
}
