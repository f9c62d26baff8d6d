import { resolve } from 'node:path';
import { changesBetween } from '@cpu-bound/report/compare/changes';
import { type Compared, renderComparison } from '@cpu-bound/report/compare/render';
import { UsageError } from '@cpu-bound/study/config/config';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

export type CompareFlags = {
  /** Per cent that do not matter. */
  readonly threshold: string;
  readonly onlyChanges?: boolean;
  /** Ratios within each run, whatever the machine. */
  readonly ratios?: boolean;
};

/**
 * `bench compare A B`: what changed from the run in A to the one in B.
 *
 * @returns the Markdown, and whether a regression was shown
 * @throws UsageError where they have nothing in common
 */
export async function compareCommand(
  [a, b]: readonly [string, string],
  flags: CompareFlags,
  { cwd }: Surface,
): Promise<{ text: string; regressed: boolean }> {
  const percent = Number(flags.threshold);
  if (!(percent > 0 && percent <= 100))
    throw new UsageError([`--threshold ${flags.threshold}: accepted: per cent, above 0 up to 100`]);
  const [earlier, later] = [await analysisOf(resolve(cwd, a)), await analysisOf(resolve(cwd, b))];
  const threshold = percent / 100;
  const notTheSame = flags.ratios ? ['as --ratios asks'] : otherMachine(earlier, later);
  const changes = changesBetween(earlier, later, { absolutes: notTheSame.length === 0, threshold });
  if (changes.length === 0)
    throw new UsageError([
      `${a} and ${b} have no figure in common; accepted: runs of one workload with the same input, baseline and questions`,
    ]);
  const doubts = [
    ...warningsOf(earlier).map((warning) => `${a}: ${warning}`),
    ...warningsOf(later).map((warning) => `${b}: ${warning}`),
  ];
  const compared: Compared = { earlier, later, changes, threshold, notTheSame, doubts };
  return {
    text: renderComparison(compared, flags.onlyChanges ?? false),
    // A run that is not sound cannot show a regression.
    regressed: doubts.length === 0 && changes.some(({ isRegression }) => isRegression),
  };
}

const FACTS = { cpuModel: 'the processor', cores: 'the cores', memoryBytes: 'the memory' } as const;

/** What of the machine is another in the second run. */
const otherMachine = (earlier: Analysis, later: Analysis): string[] =>
  (Object.keys(FACTS) as (keyof typeof FACTS)[])
    .filter((fact) => earlier.environment[fact] !== later.environment[fact])
    .map((fact) => `${FACTS[fact]} differ (${earlier.environment[fact]}, ${later.environment[fact]})`);
