import { type Contestant, isStartable, type LocalContestant } from './manifest.ts';
import { variantOrRuntime } from './on-runtime.ts';
import { runtimeNamed } from './runtimes.ts';

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
