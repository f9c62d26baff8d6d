import { moreCommand } from '@cpu-bound/study/analyse/commands';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { joined, listed } from '../tables/sentences.ts';

/** Lists the changes that were found with other work or another machine, and those that were not measured. */
export function changes(analysis: Pick<Analysis, 'flips' | 'run'>): string {
  const found = analysis.flips.flatMap(({ about, finding }) =>
    finding === undefined ? [] : [`- **${format.capital(about)}.** ${format.capital(finding)}.`],
  );
  const open = analysis.flips.filter(
    ({ finding, question }) => finding === undefined && question !== undefined,
  );
  const questions = new Set(open.flatMap(({ question }) => question ?? []));
  const unmeasured =
    open.length > 0 &&
    `- **Not measured**: ${listed(open.map(({ about }) => about))}. \`${moreCommand(analysis, ...questions)}\``;
  return joined([...found, unmeasured], '\n');
}
