import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { listed } from '../tables/sentences.ts';

/**
 * Writes a line for each change that was found with other work or another machine, and one for those that were not
 * measured.
 */
export function wouldChange(analysis: Pick<Analysis, 'flips' | 'run'>): string[] {
  const found = analysis.flips.flatMap(({ about, finding }) =>
    finding === undefined ? [] : [`- **${format.capital(about)}.** ${format.capital(finding)}.`],
  );
  const open = analysis.flips.filter(
    ({ finding, question }) => finding === undefined && question !== undefined,
  );
  const questions = [...new Set(open.flatMap(({ question }) => question ?? []))];
  const command = open.length === 0 ? '' : moreCommand(analysis, ...questions);
  return [
    ...found,
    ...(command === ''
      ? []
      : [`- **Not measured**: ${listed(open.map(({ about }) => about))}. \`${command}\``]),
  ];
}
