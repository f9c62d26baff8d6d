import { titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import { wrapped } from '../tables/fitted.ts';
import type { Change } from './changes.ts';
import { figureName } from './figure-name.ts';
import { type Compared, explained, sameText, verdictLine, words } from './render.ts';

/**
 * Writes the changes for a terminal of 80 columns or more: a block for each figure, with a line for each contestant.
 *
 * @param mark colours the word of a verdict
 */
export function comparisonLines(
  compared: Compared,
  columns: number | undefined,
  mark: (verdict: Change['verdict'], word: string) => string,
): string[] {
  const { earlier, later, changes, differences } = compared;
  const shown = changes.filter(({ verdict }) => verdict !== 'inconclusive');
  const title = titleIn(later);
  const width = Math.max(0, ...shown.map(({ contestant }) => title(contestant).length));
  const headOf = ({ metric, condition, against }: Change) =>
    `${figureName(metric, condition, later.run.workload.headline)}, ÷ ${title(against)}`;
  const lineOf = (one: Change) =>
    [
      `  ${title(one.contestant).padEnd(width)}`,
      `${times(one.earlier)} → ${times(one.later)}`,
      one.ratio ? format.ratio(one.ratio) : '–',
      mark(one.verdict, one.isRegression ? '▼ regression' : words[one.verdict]),
    ].join('  ');
  return [
    ...(differences.length > 0
      ? [`Differences of ${later.run.id} from ${earlier.run.id}:`, ...differences.map((line) => `- ${line}`)]
      : [sameText(compared)]),
    `${verdictLine(compared)}.`,
    explained(compared),
  ]
    .flatMap((line) => wrapped(line, columns, line.startsWith('- ') ? 2 : 0))
    .concat(
      [...Map.groupBy(shown, headOf)].flatMap(([head, own]) => [
        '',
        ...wrapped(head, columns),
        ...own.map(lineOf),
      ]),
    );
}

const times = ({ estimate }: Change['earlier']) => `${format.times(estimate)}×`.padStart('0.00×'.length);
