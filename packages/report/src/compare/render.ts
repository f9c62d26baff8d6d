import { titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { table } from '../tables/table.ts';
import type { Change } from './changes.ts';
import { figureName } from './figure-name.ts';

/** The two runs of a comparison, with its changes. */
export type Compared = {
  readonly earlier: Analysis;
  readonly later: Analysis;
  readonly changes: readonly Change[];
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
  const { earlier, later, changes, differences } = compared;
  const shown = changes.filter(({ verdict }) => verdict !== 'inconclusive');
  const named = `**Differences of ${later.run.id} from ${earlier.run.id}**\n\n${differences.map((line) => `- ${line}`).join('\n')}`;
  return `${[
    differences.length > 0 ? named : sameText(compared),
    `### ${verdictLine(compared)}`,
    explained(compared),
    shown.length > 0
      ? table(
          ['what', 'contestants', 'before', 'after', 'after ÷ before', ''],
          shown.map((one) => row(one, later)),
        )
      : 'No ratio was shown to have changed, or to be the same.',
  ].join('\n\n')}\n`;
}

export const sameText = ({ earlier, later }: Compared): string =>
  `${earlier.run.id} and ${later.run.id} have the same machine, versions, workload and code.`;

/** Reports the number of ratios, and explains how to read them. */
export const explained = ({ changes, threshold }: Compared): string =>
  `${format.count(changes.length, 'ratio')} within a run that both have, threshold ±${format.number(threshold * 100)} %. In brackets 95 % intervals that hold for all of them at once. A p50, p90 or p99 is that of a typical window.`;

/** Writes one sentence: whether it got worse, or why there is no answer. */
export function verdictLine({ changes, doubts, threshold }: Compared): string {
  if (doubts.length > 0) return `No answer: ${doubts.join('; ')}`;
  const regressions = changes.filter(({ isRegression }) => isRegression).length;
  const open = changes.filter(({ verdict }) => verdict === 'inconclusive').length;
  const better = changes.filter(({ verdict }) => verdict === 'better').length;
  const limit = `beyond ${format.number(threshold * 100)} %`;
  const worse =
    regressions > 0
      ? `${format.count(regressions, 'regression')} ${limit} shown`
      : `No regression ${limit} was shown`;
  const rest = [...(better > 0 ? [`${better} better`] : []), ...(open > 0 ? [`${open} inconclusive`] : [])];
  return `${worse}${rest.length > 0 ? ` (${rest.join('; ')})` : ''}`;
}

function row(change: Change, analysis: Analysis): string[] {
  const { metric, condition, contestant, against, earlier, later, ratio } = change;
  const title = titleIn(analysis);
  return [
    figureName(metric, condition, analysis.run.workload.headline),
    `${title(contestant)} ÷ ${title(against)}`,
    format.ratio(earlier),
    format.ratio(later),
    ratio ? format.ratio(ratio) : '–',
    word(change),
  ];
}

export const words = {
  better: '▲ better',
  worse: '▼ worse',
  equivalent: '= equivalent',
  inconclusive: '? inconclusive',
} as const;

function word({ verdict, isRegression }: Change): string {
  if (isRegression) return '▼ **regression**';
  return verdict === 'worse' ? '▼ worse, not shown beyond the threshold' : words[verdict];
}
