import { titleIn } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { table } from '../tables/table.ts';
import type { Change } from './changes.ts';

/** What a comparison was of, beside its changes. */
export type Compared = {
  readonly earlier: Analysis;
  readonly later: Analysis;
  readonly changes: readonly Change[];
  /** Ratio − 1 that does not matter. */
  readonly threshold: number;
  /** Why the quantities themselves are not compared; empty where they are. */
  readonly notTheSame: readonly string[];
  /** Why a run is not to be believed. */
  readonly doubts: readonly string[];
};

/** What changed, as Markdown that fits into a pull request. */
export function renderComparison(compared: Compared, onlyChanges: boolean): string {
  const { earlier, later, changes, notTheSame, threshold } = compared;
  const shown = onlyChanges ? changes.filter(isShown) : changes;
  const scope =
    notTheSame.length === 0
      ? 'One machine: ratios within each run, and the figures themselves.'
      : `Only ratios within each run are compared: ${notTheSame.join('; ')}.`;
  return `${[
    `### ${verdictLine(compared)}`,
    `${earlier.run.id} → ${later.run.id}, ${format.count(changes.length, 'figure')} that both have, threshold ±${format.number(threshold * 100)} %. ${scope} In brackets 95 % intervals that hold for all of them at once.`,
    ...(shown.length > 0
      ? [
          table(
            ['what', 'of whom', 'before', 'after', 'after ÷ before', ''],
            shown.map((one) => row(one, later)),
          ),
        ]
      : [onlyChanges ? 'No change was shown.' : 'Nothing in common.']),
  ].join('\n\n')}\n`;
}

/** One sentence: whether it got worse, and where that cannot be told. */
export function verdictLine({ changes, doubts, threshold }: Compared): string {
  if (doubts.length > 0) return `Cannot be told: ${doubts.join('; ')}`;
  const regressions = changes.filter(({ isRegression }) => isRegression).length;
  const open = changes.filter(({ verdict }) => verdict === 'inconclusive').length;
  const better = changes.filter(({ verdict }) => verdict === 'better').length;
  const limit = `beyond ${format.number(threshold * 100)} %`;
  const worse =
    regressions > 0
      ? `${format.count(regressions, 'regression')} ${limit} shown`
      : `No regression ${limit} was shown`;
  const rest = [
    ...(better > 0 ? [`${better} better`] : []),
    ...(open > 0 ? [`${open} inconclusive, which is not “the same”`] : []),
  ];
  return `${worse}${rest.length > 0 ? ` (${rest.join('; ')})` : ''}`;
}

const isShown = ({ verdict }: Change) => verdict === 'better' || verdict === 'worse';

function row(change: Change, analysis: Analysis): string[] {
  const { metric, condition, contestant, against, earlier, later, ratio } = change;
  const title = titleIn(analysis);
  const show = against === undefined ? format.interval : format.ratio;
  return [
    [metric, format.input(condition), settingOf(change)].filter((part) => part !== '').join(', '),
    against === undefined ? title(contestant) : `${title(contestant)} ÷ ${title(against)}`,
    show(earlier),
    show(later),
    ratio ? format.ratio(ratio) : '–',
    word(change),
  ];
}

const words = {
  better: '▲ better',
  worse: '▼ worse',
  equivalent: '= the same',
  inconclusive: '? inconclusive',
} as const;

function word({ ratio, verdict, isRegression }: Change): string {
  if (!ratio) return '· too few rounds';
  if (isRegression) return '▼ **regression**';
  return verdict === 'worse' ? '▼ worse, not shown beyond the threshold' : words[verdict];
}

/** What of a condition is beside its input: `connections 50`, `load 0.8 of own`. */
const settingOf = ({ condition: { setting } }: Change): string =>
  Object.entries(setting)
    .map(([name, value]) => `${name} ${value}`)
    .join(' ');
