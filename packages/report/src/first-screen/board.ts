import { amongMain } from '@cpu-bound/study/decide/contestants';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import type { Analysis, Figure, NeedFigures, NeedResult } from '@cpu-bound/study/model';
import { shownNeeds } from '../answers/figures-table.ts';
import { cellText, numberText, rowText, shortCell, standingText } from '../tables/figures.ts';
import { present } from '../tables/markdown.ts';
import { type Cell, COLUMNS, type Paint, shortenedList, tableLines, wrapped } from '../tables/terminal.ts';

type Scenarios = Parameters<typeof openQuestions>[1];

/** The least number of columns with which a cell also has its interval. */
const WIDE = 120;

/**
 * Writes the figures so far for a terminal. A need has a line, a strategy a column, and a figure its standing if a
 * look has decided. The needs of the first verdicts follow. In a narrow terminal, a strategy is a line. No line is longer
 * than the columns.
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
  const needs = shownNeeds(analysis.decision).filter(({ need }) => need.measured.n > 0);
  if (needs.length === 0) return [];
  const isWide = columns >= WIDE;
  const rows = needs.map((own) => ({
    nameIn: (width: number) => needName(own.need, width, isWide),
    cells: ids.map((id) => cellOf(own, id, isWide)),
    n: String(own.need.measured.n),
  }));
  return [
    ...tableLines({ ids, rows }, columns, paint),
    ...wrapped(legendOf(needs), Math.min(columns, COLUMNS)),
    ...firstVerdicts(analysis, scenarios, columns),
  ];
}

/** Explains the words beside figures that occur. */
function legendOf(needs: readonly NeedFigures[]): string {
  const figures = needs.flatMap((own) => own.figures);
  const has = (standing: Figure['standing']) => figures.some((figure) => figure.standing === standing);
  const isOpen = (because: string) => figures.some((figure) => figure.because === because);
  return present([
    has('behind') && '%, ×, behind: distance from the best',
    has('level') && 'alone: no difference',
    (isOpen('not judged yet') || isOpen('one round')) && '· not judged yet',
    isOpen('questioned') && '? questioned',
    'n: rounds',
  ]).join('; ');
}

/** Lists the needs with the nearest first verdicts, and the round after which these are made. */
function firstVerdicts(analysis: Analysis, scenarios: Scenarios, columns: number): string[] {
  const few = askedIn(analysis, scenarios).filter(({ because }) => because === 'too few rounds');
  const nearest = Math.min(...few.map(({ rounds }) => rounds));
  const next = new Set(few.filter(({ rounds }) => rounds === nearest).flatMap(({ needs }) => needs));
  const counts = analysis.decision.needs.flatMap(({ title, measured }) =>
    measured && next.has(title) ? [measured.n] : [],
  );
  const last = Math.min(...counts) + nearest;
  return shortenedList(`First verdicts after round ${last}: `, [...next], ', ', columns);
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

function cellOf({ need, figures, ...own }: NeedFigures, contestant: string, isWide: boolean): Cell {
  const cell = need.measured.cells[contestant];
  const figure = figures.find(({ id }) => id === contestant);
  if (!cell || !figure) return { text: figure?.because === 'not measured' ? '–' : (figure?.because ?? '–') };
  const text = isWide ? cellText(cell) : cell.kind === 'bound' ? numberText(cell) : shortCell(cell);
  const mark = standingText(figure, { need, figures, ...own });
  switch (figure.standing) {
    case 'leads':
      return { text: `${text} best`, verdict: 'better' };
    case 'behind':
      return { text: `${text} ${mark}`, verdict: 'worse' };
    default:
      return { text: [text, MARKS[figure.because ?? '']].filter((part) => part).join(' ') };
  }
}

/** Stands beside a figure without a verdict. */
const MARKS: Readonly<Record<string, string>> = { 'not judged yet': '·', 'one round': '·', questioned: '?' };

/** Returns the need's row with the unit, as in the report, or its title if the row is too long. */
function needName(need: NeedResult, width: number, isWide: boolean): string {
  const row = isWide ? rowText(need) : rowText(need).replace(/; \w+$/, ''); // a short cell has no second figure
  return row.length > width ? need.title : row;
}
