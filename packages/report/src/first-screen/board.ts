import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { rowsIn, signed, withoutFigure } from '../decision/needs-table.ts';
import { cellText, rowText, shortCell } from '../tables/cell-text.ts';
import { COLUMNS, shortenedList } from '../tables/fitted.ts';

type Scenarios = Parameters<typeof openQuestions>[1];

/** The least number of columns with which a cell also has its interval. */
const WIDE = 120;
const MOST_NAME = 24;
const ROUNDS_WIDTH = 2;

/**
 * Writes the figures so far as plain text for a terminal. A need has a line, a strategy a column, and a figure a mark
 * if a look has decided. The findings still to come follow. No line is longer than the columns, which are 80 or more.
 */
export function boardLines(runAnalysis: Analysis, scenarios: Scenarios, given: number = COLUMNS): string[] {
  const analysis = amongMain(runAnalysis);
  const columns = Math.max(COLUMNS, given);
  const ids = analysis.contestants.map(({ id }) => id);
  const rows = rowsIn(analysis.decision);
  if (rows.length === 0) return [];
  const isWide = columns >= WIDE;
  const names = rows.map(nameOf);
  const nameWidth = Math.min(MOST_NAME, Math.max(...names.map(({ length }) => length)));
  const rounds = rows.map(({ measured }) => String(measured?.n ?? ''));
  const width = Math.floor((columns - nameWidth - ROUNDS_WIDTH - ids.length - 1) / ids.length);
  const line = (name: string, cells: readonly string[], n: string) =>
    [
      cut(name, nameWidth).padEnd(nameWidth),
      ...cells.map((one) => cut(one, width).padStart(width)),
      n.padStart(ROUNDS_WIDTH),
    ]
      .join(' ')
      .trimEnd();
  return [
    line('', ids, 'n'),
    ...rows.map((need, index) =>
      line(
        names[index] ?? '',
        ids.map((id) => cellOf(need, id, isWide)),
        rounds[index] ?? '',
      ),
    ),
    'Marks: * best or equivalent; ÷ × ▼ behind; none: not decided. n: rounds.',
    ...toCome(analysis, scenarios),
  ];
}

/** Lists the needs that the next look decides, and those without a figure yet. */
function toCome(analysis: Analysis, scenarios: Scenarios): string[] {
  const asked = new Set(Object.keys(analysis.scenarios));
  const open = openQuestions(analysis, scenarios).filter(({ scenario }) => asked.has(scenario));
  const few = open.filter(({ because }) => because === 'too few rounds');
  const nearest = Math.min(...few.map(({ rounds }) => rounds));
  const next = few.filter(({ rounds }) => rounds === nearest).flatMap(({ needs }) => needs);
  const figures = new Set(analysis.decision.needs.flatMap(({ title, measured }) => (measured ? title : [])));
  const without = open.filter(({ because }) => because === 'not measured').flatMap(({ needs }) => needs);
  return [
    ...shortenedList('No figure yet: ', [...new Set(without).difference(figures)], ', '),
    ...shortenedList(
      `The next look, after ${format.count(nearest, 'more round')}, decides: `,
      [...new Set(next)],
      ', ',
    ),
  ];
}

function cellOf(need: NeedResult, contestant: string, isWide: boolean): string {
  const standing = need.standings[contestant];
  const cell = need.measured?.cells[contestant];
  if (!cell) return withoutFigure(standing);
  const figure = isWide ? cellText(cell) : shortCell(cell);
  if (!isCounted(need)) return figure;
  if (standing?.kind === 'best' || standing?.kind === 'equivalent') return `${figure} *`;
  if (standing?.kind !== 'behind') return figure;
  return `${figure} ${standing.factor ? signed(standing.factor.estimate, need.measured?.better) : '▼'}`;
}

/** Returns the need's row with the unit, as in the report, or its title if the row is too long. */
function nameOf(need: NeedResult): string {
  const row = rowText(need);
  return row.length > MOST_NAME ? need.title : row;
}

/** Cuts between two words, if there are two. */
const cut = (text: string, columns: number) =>
  text.length > columns ? `${text.slice(0, columns - 1).replace(/(?<=\S)[, ]+\S*$/, '')}…` : text;
