import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted } from '@cpu-bound/study/decide/lead';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import * as format from '@cpu-bound/study/format';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import { ofRatios, rowsIn, signed, withoutFigure } from '../decision/needs-table.ts';
import { isBest, kindsIn } from '../decision/standing.ts';
import { cellText, rowText, shortCell } from '../tables/cell-text.ts';
import { COLUMNS, shortenedList, wrapped } from '../tables/fitted.ts';
import { present } from '../tables/sentences.ts';

type Scenarios = Parameters<typeof openQuestions>[1];

/** The least number of columns with which a cell also has its interval. */
const WIDE = 120;

/** Colours a cell by its verdict, or leaves it as it is. */
export type Paint = (verdict: 'better' | 'worse', cell: string) => string;

/**
 * Writes the figures so far for a terminal. A need has a line, a strategy a column, and a figure a mark if a look has
 * decided. The needs of the next look follow. No line is longer than the columns, which are 80 or more.
 */
export function boardLines(
  runAnalysis: Analysis,
  scenarios: Scenarios,
  available: number = COLUMNS,
  paint: Paint = (_, cell) => cell,
): string[] {
  const analysis = amongMain(runAnalysis);
  const columns = Math.max(COLUMNS, available);
  const ids = analysis.contestants.map(({ id }) => id);
  // What no round measured, such as lines to own, is not news of a run.
  const needs = rowsIn(analysis.decision).filter(({ measured }) => measured && measured.n > 0);
  if (needs.length === 0) return [];
  const isWide = columns >= WIDE;
  const figures = needs.map((need) => ids.map((id) => cellOf(need, id, isWide)));
  const rounds = needs.map(({ measured }) => String(measured?.n ?? ''));
  const widths = ids.map((id, at) => widest([id, ...figures.map((cells) => cells[at]?.text ?? '')]));
  const nWidth = widest(rounds);
  const left = columns - widths.reduce((sum, width) => sum + width + 1, 0) - nWidth - 1;
  const names = needs.map((need) => needName(need, left, isWide));
  const nameWidth = Math.min(left, widest(names));
  const rows = [
    { name: '', cells: ids.map((text) => ({ text })), n: 'n' },
    ...names.map((name, at) => ({ name, cells: figures[at] ?? [], n: rounds[at] ?? '' })),
  ] satisfies Row[];
  const line = ({ name, cells, n }: Row) =>
    [
      cut(name, nameWidth).padEnd(nameWidth),
      ...cells.map(({ text, verdict }, at) => {
        const cell = text.padStart(widths[at] ?? 0);
        return verdict ? paint(verdict, cell) : cell;
      }),
      n.padStart(nWidth),
    ]
      .join(' ')
      .trimEnd();
  return [
    ...rows.map(line),
    ...wrapped(`${marksOf(needs)}n: rounds of the figures`, columns),
    ...nextLook(analysis, scenarios),
  ];
}

/** Explains the marks that occur. */
function marksOf(needs: readonly NeedResult[]): string {
  const kinds = kindsIn(needs);
  const marks = present([
    (kinds.has('best') || kinds.has('equivalent')) && '* best or equivalent',
    kinds.has('behind') && `÷ × ▼ behind${ofRatios(needs)}`,
    kinds.has('questioned') && '? questioned',
    kinds.has('not-judged') && '· not judged yet',
    kinds.has('not-shown-behind') && 'none: no difference',
  ]);
  return marks.length > 0 ? `${marks.join('; ')}; ` : '';
}

type Cell = { readonly text: string; readonly verdict?: 'better' | 'worse' };
type Row = { readonly name: string; readonly cells: readonly Cell[]; readonly n: string };

/** Lists the needs that the next look decides. */
function nextLook(analysis: Analysis, scenarios: Scenarios): string[] {
  const few = askedIn(analysis, scenarios).filter(({ because }) => because === 'too few rounds');
  const nearest = Math.min(...few.map(({ rounds }) => rounds));
  const next = few.filter(({ rounds }) => rounds === nearest).flatMap(({ needs }) => needs);
  return shortenedList(
    `A look after ${format.count(nearest, 'more round')} can decide: `,
    [...new Set(next)],
    ', ',
  );
}

/** Lists the needs that a run asks for and has no figure of, while it goes on. */
export function stillToCome(runAnalysis: Analysis, scenarios: Scenarios): string[] {
  const analysis = amongMain(runAnalysis);
  const known = new Set(analysis.decision.needs.flatMap(({ title, measured }) => (measured ? title : [])));
  const open = askedIn(analysis, scenarios).flatMap(({ needs }) => needs);
  return shortenedList('Still to come: ', [...new Set(open).difference(known)], ', ');
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
  if (standing?.kind === 'not-judged') return { text: `${figure} ·` };
  if (standing?.kind === 'questioned') return { text: `${figure} ?` };
  if (standing?.kind !== 'behind') return { text: figure };
  const factor = standing.factor ? signed(standing.factor.estimate, need.measured?.better) : '▼';
  return { text: `${figure} ${factor}`, verdict: 'worse' };
}

const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

/** Returns the need's row with the unit, as in the report, or its title if the row is too long. */
function needName(need: NeedResult, width: number, isWide: boolean): string {
  const row = isWide ? rowText(need) : rowText(need).replace(/; \w+$/, ''); // a short cell has no second figure
  return row.length > width ? need.title : row;
}

/** Cuts between two words, if there are two. */
const cut = (text: string, columns: number) =>
  text.length > columns ? `${text.slice(0, columns - 1).replace(/(?<=\S)[, ]+\S*$/, '')}…` : text;
