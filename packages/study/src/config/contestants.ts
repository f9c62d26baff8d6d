import { counterparts, otherCheckout } from '@cpu-bound/measure/contestants/against';
import { chooseContestants, presentationOrder, readTargets } from '@cpu-bound/measure/contestants/find';
import type { MissingContestant } from '@cpu-bound/measure/model';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import type { RunSettings } from './config.ts';
import { listOf, type RunFlags, type Surroundings } from './flags.ts';

/** Returns the named contestants and the targets. The first is the baseline, unless a flag names it. */
export async function chosenContestants(
  flags: RunFlags,
  workload: KnownWorkload | undefined,
  { code, cwd }: Surroundings,
  problems: string[],
) {
  const { targets, problems: targetProblems } = readTargets(
    flags.target ?? [],
    flags.requests === undefined ? undefined : (flags.light ?? '/'),
  );
  // If only targets are named, only they are measured.
  const names = listOf(flags.contestants) ?? (flags.target ? [] : undefined);
  const kernels = workload?.kernels ?? [];
  const { chosen, problems: contestantProblems } = await chooseContestants(
    code,
    names,
    cwd,
    targets,
    kernels,
    listOf(flags.node),
  );
  problems.push(...targetProblems, ...contestantProblems);
  const without = withoutKernels(names, workload);
  if (chosen.length === 0 && contestantProblems.length + targetProblems.length === 0)
    problems.push(
      ...(without?.map(reasonOf) ?? [
        '--contestants: is empty; accepted: ids of contestants, separated by commas (npx -y pnpm@12 bench list)',
      ]),
    );
  const [simplest] = [...chosen].sort(
    (a, b) => Number('kernel' in a) - Number('kernel' in b) || presentationOrder(a) - presentationOrder(b),
  );
  const baseline = flags.baseline ?? simplest?.id ?? '';
  if (chosen.length > 0 && !chosen.some(({ id }) => id === baseline)) {
    problems.push(
      `--baseline ${baseline}: is not among the contestants; accepted: ${chosen.map(({ id }) => id).join(', ')}`,
    );
  }
  if (flags.against === undefined || chosen.length === 0) return { contestants: chosen, baseline, without };
  if (flags.publish)
    problems.push(
      '--publish: cannot be combined with --against, because REPORT.md compares strategies; leave one of them out',
    );
  const other = otherCheckout(flags.against, cwd);
  const { contestants, notThere, problems: ofOther } = await counterparts(chosen, other, code);
  problems.push(...ofOther);
  // If the other checkout lacks the baseline, the first contestant that both have takes its place.
  const shared = contestants.some(({ id }) => id === baseline) ? baseline : (contestants[0]?.id ?? baseline);
  return { contestants, baseline: shared, without, against: { ...other, notThere } };
}

/** Leaves `@kernels` out, instead of refusing it, if the workload has none: the others can still be measured. */
const withoutKernels = (
  names: readonly string[] | undefined,
  workload: KnownWorkload | undefined,
): RunSettings['without'] =>
  workload && names?.includes('@kernels') && workload.kernels.length === 0
    ? [{ contestant: '@kernels', reason: `the workload ${workload.name} has no other kernels` }]
    : undefined;

const reasonOf = ({ contestant, reason }: MissingContestant) => `--contestants ${contestant}: ${reason}`;
