import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import type { Analysis } from '@cpu-bound/study/model';
import { listed } from '../tables/sentences.ts';

/** Changes that were found with other work or another machine; and changes that may come and were not measured. */
export function wouldChange(analysis: Pick<Analysis, 'flips' | 'run'>): string {
  const found = analysis.flips.flatMap(({ about, finding }) =>
    finding === undefined ? [] : [`- **${capital(about)}.** ${capital(finding)}.`],
  );
  const open = analysis.flips.filter(
    ({ finding, question }) => finding === undefined && question !== undefined,
  );
  const questions = [...new Set(open.flatMap(({ question }) => question ?? []))];
  const command = open.length === 0 ? '' : moreCommand(analysis, ...questions);
  const lines = [
    ...found,
    ...(command === ''
      ? []
      : [`- **Not measured**: ${listed(open.map(({ about }) => about))}. \`${command}\``]),
  ];
  return lines.length === 0 ? '' : `**What would change it**\n\n${lines.join('\n')}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
