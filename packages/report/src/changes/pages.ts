import { fewestRoundsFor } from '@cpu-bound/stats/verdict';
import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { isOpenRelation } from '@cpu-bound/study/decide/standing';
import { faultsOf, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Against, Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { problems, repeat } from '../appendix.ts';
import { difference, facts, warning } from '../first-screen/trust.ts';
import { folded, joined, table } from '../tables/markdown.ts';
import { shortenedList, wrapped } from '../tables/terminal.ts';
import { type CheckoutChange, changesIn, type RunChange, withVerdict } from './changes.ts';

/** Answers whether this checkout is worse. A run that cannot be believed, or in which nothing was judged, does not know. */
export function isWorse(
  analysis: Analysis,
  changes: readonly CheckoutChange[] = changesIn(analysis),
): 'yes' | 'no' | 'not known' {
  const isJudged = changes.some(({ verdict }) => verdict !== 'not-judged');
  if (faultsOf(analysis).length > 0 || !isJudged) return 'not known';
  return withVerdict(changes, 'worse').length > 0 ? 'yes' : 'no';
}

const ANSWERS = {
  yes: 'it is worse',
  no: 'nothing is shown to be worse',
  'not known': 'no answer',
} as const;

/** Writes the comparison of two checkouts in one run, as Markdown for a pull request. */
export function renderAgainst(analysis: Analysis, against: Against): string {
  const changes = changesIn(analysis);
  const shown = withVerdict(changes, 'worse', 'better', 'equivalent');
  const ruledOut = limitsOf(changes);
  return `${joined([
    `### ${verdictOn(changes, analysis, against.name)}`,
    warning(warningsOf(analysis)),
    shown.length > 0 ? changesTable(shown) : 'No figure was shown to be worse, better or the same.',
    ruledOut.length > 0 &&
      `**Larger changes are ruled out**, for every contestant and every load in which none was shown: ${ruledOut.join('; ')}.`,
    fewRounds(changes),
    ...(['inconclusive', 'not-judged'] as const).map((verdict) => {
      const open = withVerdict(changes, verdict);
      const title = `${format.capital(wording.relationWords[verdict])}: ${format.count(open.length, 'figure')}`;
      return open.length > 0 && folded(title, [changesTable(open)]);
    }),
    `${what(against, analysis)} ${facts(analysis)} ${HOW}`,
    problems(analysis),
    repeat(analysis),
  ])}\n`;
}

const HOW = `Both were measured in the same rounds. In brackets 95 % intervals that hold for all figures at once. A p50, p90 or p99 is that of a typical window. “The same” means a change of less than 5 %, or less than 10 % for a p99. “Inconclusive” means that no change was shown, not that there is none.`;

/** Writes the findings of the run, in lines of 80 columns. */
export function answerLines(analysis: Analysis, name: string): string[] {
  const changes = changesIn(analysis);
  const shown = (verdict: CheckoutChange['verdict']) =>
    shortenedList(
      `${verdict}: `,
      withVerdict(changes, verdict).map(
        (change) => `${change.contestant}, ${change.figure}: ${changeText(change)}`,
      ),
      '; ',
    );
  return [
    ...shortenedList('warning: ', warningsOf(analysis), '; '),
    ...wrapped(verdictOn(changes, analysis, name)),
    ...shown('worse'),
    ...shown('better'),
    ...shortenedList('ruled out: changes above ', limitsOf(changes), '; '),
  ];
}

/** `0.88× [0.83, 0.93]`, `0 of 50 → 3 of 50` */
const changeText = ({ ratio, counts }: CheckoutChange): string =>
  ratio ? format.ratio(ratio) : (counts?.join(' → ') ?? 'too few rounds');

/** Writes one sentence: the finding about this checkout. */
function verdictOn(changes: readonly CheckoutChange[], analysis: Analysis, name: string): string {
  if (changes.length === 0) return `Nothing was measured of both this checkout and ${name}`;
  const count = (verdict: CheckoutChange['verdict']) => withVerdict(changes, verdict).length;
  const counts = `${count('worse')} worse, ${count('better')} better, ${count('equivalent')} the same, ${count('inconclusive')} inconclusive${count('not-judged') > 0 ? `, ${count('not-judged')} not judged yet` : ''}`;
  return `This checkout against ${name}: ${ANSWERS[isWorse(analysis, changes)]} (${counts})`;
}

/** Finds, for each metric, the largest change that an interval without a shown one contains: `throughput: 6 %`. */
function limitsOf(changes: readonly CheckoutChange[]): string[] {
  const open = withVerdict(changes, 'equivalent', 'inconclusive').flatMap(({ metric, ratio }) =>
    ratio ? [{ metric, limit: Math.max(ratio.high, 1 / ratio.low) }] : [],
  );
  return [...Map.groupBy(open, ({ metric }) => metric)].map(
    ([metric, same]) => `${metric}: ${difference(Math.max(...same.map(({ limit }) => limit)))}`,
  );
}

/** The more figures are read at once, the more rounds each interval needs. */
function fewRounds(changes: readonly CheckoutChange[]): string {
  const ratios = changes.filter(({ counts }) => !counts);
  const without = ratios.filter(({ ratio }) => !ratio).length;
  if (without === 0) return '';
  const enough = fewestRoundsFor(ratios.length);
  return `**Too few rounds** for ${without} of ${format.count(ratios.length, 'figure')}: intervals that hold at once need ${enough} (\`--rounds ${enough}\`).`;
}

/** Names the code on either side, and the parts that both share. */
function what({ name, commit, isSame, taken, notThere }: Against, { environment }: Analysis): string {
  const code = isSame ? ' The sources of both are the same.' : '';
  const ours = taken.length > 0 ? ` Both ran with parts of this checkout: ${taken.join('; ')}.` : '';
  const missing = notThere.length > 0 ? ` Not in ${name}, so not compared: ${notThere.join(', ')}.` : '';
  return `After is this checkout (${environment.gitCommit}), before is ${name} (${commit}).${code}${ours}${missing}`;
}

const WORDS = { ...wording.verdictWords, worse: '▼ **worse**' };

const changesTable = (changes: readonly CheckoutChange[]): string =>
  table(
    ['contestant', 'figure', 'after ÷ before', ''],
    changes.map((change) => [change.contestant, change.figure, changeText(change), WORDS[change.verdict]]),
  );

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
 * Writes the changes as Markdown for a pull request, which a terminal shows as well: machine, versions, workload and code,
 * then the figures. An inconclusive ratio is counted and has no line.
 */
export function renderComparison(compared: Compared): string {
  const { earlier, later, differences } = compared;
  const head =
    differences.length > 0
      ? `**Differences of ${later.run.id} from ${earlier.run.id}**\n\n${differences.map((line) => `- ${line}`).join('\n')}`
      : `${earlier.run.id} and ${later.run.id} have the same machine, versions, workload and code.`;
  const title = titleIn(later);
  const shown = compared.changes.filter(({ verdict }) => !isOpenRelation(verdict));
  const figures = Map.groupBy(shown, ({ figure, against }) => `**${figure}**, ÷ ${title(against)}`);
  const lineOf = (change: RunChange) => {
    const ratio = change.ratio ? format.ratio(change.ratio) : '–';
    return `- ${title(change.contestant)}: ${format.ratio(change.earlier)} → ${format.ratio(change.later)}, ${ratio} ${word(change)}`;
  };
  return `${joined([
    head,
    `### ${verdictLine(compared)}`,
    explained(compared),
    ...[...figures].map(([figure, changes]) => `${figure}\n\n${changes.map(lineOf).join('\n')}`),
    shown.length === 0 && 'No ratio was shown to have changed, or to be the same.',
  ])}\n`;
}

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

function word({ verdict, isRegression }: RunChange): string {
  if (isRegression) return '▼ **regression**';
  return verdict === 'worse' ? '▼ worse, not shown beyond the threshold' : wording.verdictWords[verdict];
}
