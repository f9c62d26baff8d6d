import type { Analysis, Comparison } from '../model.ts';
import type { Interval } from '../stats/interval.ts';
import { fewestRoundsFor } from '../stats/power.ts';
import * as format from './format.ts';
import { titleIn } from './metric-table.ts';

/** How a difference is put into words: `answers 1.9 times as many requests as`. */
export type Wording = (ratio: string) => string;

/** What a comparison may claim, in a sentence that is no stronger than its interval. */
export function sentence(analysis: Analysis, comparison: Comparison, wording: Wording): string {
  const { contestant, baseline, ratio, verdict, roundsNeeded, mde } = comparison;
  const title = titleIn(analysis);
  const [who, whom] = [title(contestant), title(baseline)];
  const range = `${format.times(ratio.low)} to ${format.times(ratio.high)}`;
  switch (verdict) {
    case 'faster':
    case 'slower':
      return `${who} ${wording(format.times(ratio.estimate))} ${whom} (${range})`;
    case 'negligible':
      return `${who} differs from ${whom}, but by too little to matter (${range})`;
    case 'equivalent':
      return `${who} and ${whom} are within the margin of each other (${range})`;
    case 'inconclusive':
      return `${who} against ${whom} is inconclusive (${range}${mde && mde <= 1 ? `; a difference of ${(mde * 100).toFixed(0)} % would have shown` : ''}${roundsNeeded ? `; about ${roundsNeeded} rounds would settle it` : ''})`;
    case 'indicative':
      return `${who} ${wording(format.times(ratio.estimate))} ${whom} (${range}, indicative)`;
  }
}

/**
 * What it means, in lines; says first what few rounds are worth.
 *
 * @param intervals what the lines rest on: ratios where there are comparisons, else the metrics
 */
export function meaning(
  lines: readonly string[],
  intervals: readonly Interval[],
  comparisons: readonly Comparison[] = [],
): string {
  const contestants = new Set(comparisons.map(({ contestant }) => contestant)).size;
  const needed = fewestRoundsFor(Math.max(1, contestants));
  const isIndicative = intervals.length > 0 && intervals.every(({ indicative }) => indicative);
  const most = Math.max(0, ...intervals.map(({ n }) => n));
  const worth = isIndicative
    ? ` Indicative: n = ${most} carries no verdict; ${needed} rounds could (\`--rounds ${needed}\`).`
    : '';
  if (lines.length === 0) return '**What it means.** There are too few samples to say anything.';
  return [`**What it means.**${worth}`, ...lines.map((line) => `- ${line}`)].join('\n');
}

/** What it means where the lines are comparisons. */
export const comparedMeaning = (lines: readonly string[], comparisons: readonly Comparison[]): string =>
  meaning(
    lines,
    comparisons.map(({ ratio }) => ratio),
    comparisons,
  );

/** One line per condition: what each comparison there may claim. */
export function comparisonLines(
  analysis: Analysis,
  groups: readonly { readonly name: string; readonly comparisons: readonly Comparison[] }[],
  wording: Wording,
): string[] {
  return groups
    .filter(({ comparisons }) => comparisons.length > 0)
    .map(
      ({ name, comparisons }) =>
        `${name}: ${comparisons.map((one) => sentence(analysis, one, wording)).join('; ')}.`,
    );
}
