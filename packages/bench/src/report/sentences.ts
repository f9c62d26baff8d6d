import type { Analysis, Comparison } from '../model.ts';
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
      return `${who} against ${whom} is inconclusive (${range}${mde ? `; a difference of ${(mde * 100).toFixed(0)} % would have shown` : ''}${roundsNeeded ? `; about ${roundsNeeded} rounds would settle it` : ''})`;
    case 'indicative':
      return `${who} ${wording(format.times(ratio.estimate))} ${whom} in ${format.count(ratio.n, 'round')} (${range})`;
  }
}

/** What it means, a line per group; says once what few rounds are worth. */
export function meaning(lines: readonly string[], comparisons: readonly Comparison[] = []): string {
  const isIndicative = comparisons.length > 0 && comparisons.every(({ verdict }) => verdict === 'indicative');
  const contestants = new Set(comparisons.map(({ contestant }) => contestant)).size;
  const worth = isIndicative
    ? ` Indicative, for n = ${comparisons[0]?.ratio.n ?? 0} carries no verdict; ${fewestRoundsFor(contestants)} rounds could (\`--rounds ${fewestRoundsFor(contestants)}\`).`
    : '';
  return [`**What it means.**${worth}`, ...lines.map((line) => `- ${line}`)].join('\n');
}

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
