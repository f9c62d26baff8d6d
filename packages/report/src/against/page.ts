import { fewestRoundsFor } from '@cpu-bound/stats/family';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Against, Analysis } from '@cpu-bound/study/model';
import { words } from '../compare/render.ts';
import { difference, facts, warning } from '../first-screen/trust.ts';
import { problems } from '../problems.ts';
import { repeat } from '../provenance.ts';
import { folded, joined } from '../tables/sentences.ts';
import { table } from '../tables/table.ts';
import { changeText, smallestChanges, verdictOn } from './answer.ts';
import { type Row, rowsOf } from './rows.ts';

/** Writes the comparison of two checkouts in one run, as Markdown for a pull request. */
export function renderAgainst(analysis: Analysis, against: Against): string {
  const rows = rowsOf(analysis);
  const order: readonly Row['verdict'][] = ['worse', 'better', 'equivalent'];
  const shown = order.flatMap((verdict) => rows.filter((one) => one.verdict === verdict));
  const open = rows.filter(({ verdict }) => verdict === 'inconclusive');
  return `${joined([
    `### ${verdictOn(rows, analysis, against.name)}`,
    warning(warningsOf(analysis)),
    shown.length > 0 ? rowsTable(shown) : 'No figure was shown to be worse, better or the same.',
    smallest(rows),
    fewRounds(rows),
    open.length > 0 && folded(`Inconclusive: ${format.count(open.length, 'figure')}`, [rowsTable(open)]),
    `${what(against, analysis)} ${facts(analysis)} ${HOW}`,
    problems(analysis),
    repeat(analysis),
  ])}\n`;
}

const HOW = `Both were measured in the same rounds. In brackets 95 % intervals that hold for all figures at once. A p50, p90 or p99 is that of a typical window. “The same” means a change of less than 5 %, or less than 10 % for a p99. “Inconclusive” means that no change was shown, not that there is none.`;

function smallest(rows: readonly Row[]): string {
  const changes = smallestChanges(rows);
  return changes.length === 0
    ? ''
    : `**The smallest change that 19 of 20 such runs detect**, for every contestant and every load: ${changes.join('; ')}.`;
}

/** The more figures are read at once, the more rounds each interval needs. */
function fewRounds(rows: readonly Row[]): string {
  const ratios = rows.filter(({ counts }) => !counts);
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

const WORDS = { ...words, worse: '▼ **worse**' };

const rowsTable = (rows: readonly Row[]): string =>
  table(
    ['contestant', 'figure', 'after ÷ before', '', 'detectable'],
    rows.map(({ contestant, figure, ratio, counts, verdict, smallest: factor }) => [
      contestant,
      figure,
      changeText({ ratio, counts }),
      WORDS[verdict],
      factor === undefined ? '–' : difference(factor),
    ]),
  );
