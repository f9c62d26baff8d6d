import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted } from '@cpu-bound/study/decide/lead';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import * as format from '@cpu-bound/study/format';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import { areTooFew, TOO_FEW } from '../decision/absence.ts';
import { rowsIn, signed, withoutFigure } from '../decision/needs-table.ts';
import { isBest } from '../decision/standing.ts';
import { cellText, rowText, shortCell } from '../tables/cell-text.ts';
import { COLUMNS, shortenedList, wrapped } from '../tables/fitted.ts';
import { type Cell, type Paint, tableLines } from './table-lines.ts';

type Scenarios = Parameters<typeof openQuestions>[1];

/** The least number of columns with which a cell also has its interval. */
const WIDE = 120;

/**
 * Writes the figures so far for a terminal. A need has a line, a strategy a column, and a figure a mark if a look has
 * decided. The needs of the next look follow. No line is longer than the columns; in a narrow terminal, a strategy is a line.
 */
export function boardLines(
  runAnalysis: Analysis,
  scenarios: Scenarios,
  columns: number = COLUMNS,
  paint: Paint = (_, cell) => cell,
): string[] {
  const analysis = amongMain(runAnalysis);
  const ids = analysis.contestants.map(({ id }) => id);
  // What no round measured, such as lines to own, is not news of a run.
  const needs = rowsIn(analysis.decision).filter(({ measured }) => measured && measured.n > 0);
  if (needs.length === 0) return [];
  const isWide = columns >= WIDE;
  const rows = needs.map((need) => ({
    nameIn: (width: number) => needName(need, width, isWide),
    cells: ids.map((id) => cellOf(need, id, isWide)),
    n: String(need.measured?.n ?? ''),
  }));
  const marks = areTooFew(needs)
    ? `No marks: ${TOO_FEW}. n: rounds`
    : 'Marks: * best or equivalent; ÷ × ▼ behind; none: no difference shown. n: rounds';
  return [
    ...tableLines({ ids, rows }, columns, paint),
    ...wrapped(marks, Math.min(columns, COLUMNS)),
    ...nextLook(analysis, scenarios, columns),
  ];
}

/** Lists the needs that the next look decides. */
function nextLook(analysis: Analysis, scenarios: Scenarios, columns: number): string[] {
  const few = askedIn(analysis, scenarios).filter(({ because }) => because === 'too few rounds');
  const nearest = Math.min(...few.map(({ rounds }) => rounds));
  const next = few.filter(({ rounds }) => rounds === nearest).flatMap(({ needs }) => needs);
  return shortenedList(
    `A look after ${format.count(nearest, 'more round')} can decide: `,
    [...new Set(next)],
    ', ',
    columns,
  );
}

/** Lists the needs that a run asks for and has no figure of, while it goes on. */
export function stillToCome(
  runAnalysis: Analysis,
  scenarios: Scenarios,
  columns: number = COLUMNS,
): string[] {
  const analysis = amongMain(runAnalysis);
  const known = new Set(analysis.decision.needs.flatMap(({ title, measured }) => (measured ? title : [])));
  const open = askedIn(analysis, scenarios).flatMap(({ needs }) => needs);
  return shortenedList('Still to come: ', [...new Set(open).difference(known)], ', ', columns);
}

/** The open questions that this run asks. */
const askedIn = (analysis: Analysis, scenarios: Scenarios) =>
  openQuestions(analysis, scenarios).filter(({ scenario }) => scenario in analysis.scenarios);

function cellOf(need: NeedResult, contestant: string, isWide: boolean): Cell {
  const standing = need.standings[contestant];
  const cell = need.measured?.cells[contestant];
  if (!cell) return { text: withoutFigure(standing) };
  const figure = isWide ? cellText(cell) : shortCell(cell);
  if (!isCounted(need)) return { text: figure };
  if (isBest(standing)) return { text: `${figure} *`, verdict: 'better' };
  if (standing?.kind !== 'behind') return { text: figure };
  const factor = standing.factor ? signed(standing.factor.estimate, need.measured?.better) : '▼';
  return { text: `${figure} ${factor}`, verdict: 'worse' };
}

/** Returns the need's row with the unit, as in the report, or its title if the row is too long. */
function needName(need: NeedResult, width: number, isWide: boolean): string {
  const row = isWide ? rowText(need) : rowText(need).replace(/; \w+$/, ''); // a short cell has no second figure
  return row.length > width ? need.title : row;
}
