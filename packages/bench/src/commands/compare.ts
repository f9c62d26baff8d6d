import { resolve } from 'node:path';
import { changesBetween } from '@cpu-bound/report/changes/changes';
import { type Compared, renderComparison } from '@cpu-bound/report/changes/pages';
import { UsageError } from '@cpu-bound/study/config/config';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';
import { differencesBetween } from '@cpu-bound/study/results/study';
import { analysisOf } from './analysis.ts';
import type { Surface } from './surface.ts';

export type CompareFlags = {
  /** The largest change, in per cent, that does not matter. */
  readonly threshold: string;
};

/**
 * `bench compare A B` lists the changes from run A to run B.
 *
 * @returns Markdown, and whether the figures held: `no` if a regression was shown, `not known` if a run is not sound
 * @throws UsageError if the two have no ratio in common
 */
export async function compareCommand(
  [a, b]: readonly [string, string],
  flags: CompareFlags,
  { cwd }: Pick<Surface, 'cwd'>,
): Promise<{ text: string; held: ReturnType<typeof heldBy> }> {
  const percent = Number(flags.threshold);
  if (!(percent > 0 && percent <= 100))
    throw new UsageError([`--threshold ${flags.threshold}: accepted: per cent, above 0 up to 100`]);
  const [earlier, later] = [await analysisOf(resolve(cwd, a)), await analysisOf(resolve(cwd, b))];
  const threshold = percent / 100;
  const changes = changesBetween(earlier, later, threshold);
  const differences = differencesBetween(identityOf(earlier), identityOf(later));
  const doubts = [
    ...warningsOf(earlier).map((warning) => `${a}: ${warning}`),
    ...warningsOf(later).map((warning) => `${b}: ${warning}`),
    ...(changes.length > 0 && changes.every(({ verdict }) => verdict === 'not-judged')
      ? ['no ratio was judged, because the rounds are too few']
      : []),
  ];
  // Runs in doubt have no answer, which is another thing than runs of other work.
  if (changes.length === 0 && doubts.length === 0)
    throw new UsageError([
      `${a} and ${b} have no ratio in common; accepted: runs of one workload with the same input, baseline and questions, each of at least two contestants. npx -y pnpm@12 bench runs lists yours; bench run --against REF measures two versions of the code side by side`,
      ...differences.map((difference) => `  ${difference}`),
    ]);
  const compared: Compared = { earlier, later, changes, threshold, differences, doubts };
  return {
    text: renderComparison(compared),
    held: heldBy(compared),
  };
}

function heldBy({ changes, doubts }: Compared): 'yes' | 'no' | 'not known' {
  if (doubts.length > 0) return 'not known';
  return changes.some(({ isRegression }) => isRegression) ? 'no' : 'yes';
}

const identityOf = ({ run, environment, contestants, variants }: Analysis) => ({
  ...run,
  environment,
  contestants,
  variants,
});
