import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { isOpenRelation } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { wrapped } from '../tables/fitted.ts';
import { table } from '../tables/table.ts';
import type { RunChange } from './between-runs.ts';
import { withVerdict } from './change.ts';

/** The two runs of a comparison, with its changes. */
export type Compared = {
  readonly earlier: Analysis;
  readonly later: Analysis;
  readonly changes: readonly RunChange[];
  /** Ratio − 1 that does not matter. */
  readonly threshold: number;
  /** Other differences of the later run: machine, versions, workload, code. */
  readonly differences: readonly string[];
  /** Reasons not to believe a run. */
  readonly doubts: readonly string[];
};

/**
 * Writes the changes as Markdown for a pull request: machine, versions, workload and code, then the figures. An
 * inconclusive ratio is counted and has no row.
 */
export function renderComparison(compared: Compared): string {
  const [title, ...differences] = differencesIn(compared);
  const head = differences.length > 0 ? `**${title}**\n\n${differences.join('\n')}` : title;
  const titleOf = titleIn(compared.later);
  const rows = shownIn(compared).map((change) => {
    const { figure, contestant, against, earlier, later, ratio } = change;
    const contestants = `${titleOf(contestant)} ÷ ${titleOf(against)}`;
    return [figure, contestants, format.ratio(earlier), format.ratio(later), ratioText(ratio), word(change)];
  });
  return `${[
    head,
    `### ${verdictLine(compared)}`,
    explained(compared),
    rows.length > 0
      ? table(['what', 'contestants', 'before', 'after', 'after ÷ before', ''], rows)
      : 'No ratio was shown to have changed, or to be the same.',
  ].join('\n\n')}\n`;
}

/**
 * Writes the changes for a terminal of 80 columns or more: a block for each figure, with a line for each contestant.
 *
 * @param mark colours the word of a verdict
 */
export function comparisonLines(
  compared: Compared,
  columns: number | undefined,
  mark: (verdict: RunChange['verdict'], word: string) => string,
): string[] {
  const shown = shownIn(compared);
  const title = titleIn(compared.later);
  const width = Math.max(0, ...shown.map(({ contestant }) => title(contestant).length));
  const lineOf = ({ contestant, earlier, later, ratio, verdict, isRegression }: RunChange) =>
    [
      `  ${title(contestant).padEnd(width)}`,
      `${times(earlier)} → ${times(later)}`,
      ratioText(ratio),
      mark(verdict, isRegression ? '▼ regression' : wording.verdictWords[verdict]),
    ].join('  ');
  const [first, ...differences] = differencesIn(compared);
  const head = differences.length > 0 ? `${first}:` : `${first}`;
  return [head, ...differences, `${verdictLine(compared)}.`, explained(compared)]
    .flatMap((line) => wrapped(line, columns, line.startsWith('- ') ? 2 : 0))
    .concat(
      [...Map.groupBy(shown, ({ figure, against }) => `${figure}, ÷ ${title(against)}`)].flatMap(
        ([figure, changes]) => ['', ...wrapped(figure, columns), ...changes.map(lineOf)],
      ),
    );
}

/** Names the other differences of the runs after a title, or says that there are none. */
const differencesIn = ({ earlier, later, differences }: Compared): string[] =>
  differences.length > 0
    ? [`Differences of ${later.run.id} from ${earlier.run.id}`, ...differences.map((line) => `- ${line}`)]
    : [`${earlier.run.id} and ${later.run.id} have the same machine, versions, workload and code.`];

const shownIn = ({ changes }: Compared) => changes.filter(({ verdict }) => !isOpenRelation(verdict));

/** Reports the number of ratios, and explains how to read them. */
const explained = ({ changes, threshold }: Compared): string =>
  `${format.count(changes.length, 'ratio')} within a run that both have, threshold ±${format.number(threshold * 100)} %. In brackets 95 % intervals that hold for all of them at once. A p50, p90 or p99 is that of a typical window.`;

/** Writes one sentence: whether it got worse, or why there is no answer. */
export function verdictLine({ changes, doubts, threshold }: Compared): string {
  if (doubts.length > 0) return `No answer: ${doubts.join('; ')}`;
  const regressions = changes.filter(({ isRegression }) => isRegression).length;
  const limit = `beyond ${format.number(threshold * 100)} %`;
  const worse =
    regressions > 0
      ? `${format.count(regressions, 'regression')} ${limit} shown`
      : `No regression ${limit} was shown`;
  const rest = (['better', 'inconclusive', 'not-judged'] as const).flatMap((verdict) => {
    const own = withVerdict(changes, verdict).length;
    return own > 0 ? [`${own} ${wording.relationWords[verdict]}`] : [];
  });
  return `${worse}${rest.length > 0 ? ` (${rest.join('; ')})` : ''}`;
}

const ratioText = (ratio: RunChange['ratio']): string => (ratio ? format.ratio(ratio) : '–');

const times = ({ estimate }: RunChange['earlier']) => `${format.times(estimate)}×`.padStart('0.00×'.length);

function word({ verdict, isRegression }: RunChange): string {
  if (isRegression) return '▼ **regression**';
  return verdict === 'worse' ? '▼ worse, not shown beyond the threshold' : wording.verdictWords[verdict];
}
