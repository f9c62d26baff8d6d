import { amongMain } from '@cpu-bound/study/decide/among';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import type { Analysis, Figure, NeedFigures, NeedResult } from '@cpu-bound/study/model';
import { numberText, standingText } from '../answers/figure-words.ts';
import { shownNeeds } from '../answers/figures-table.ts';
import { cellText, rowText, shortCell } from '../tables/cell-text.ts';
import { COLUMNS, shortenedList, wrapped } from '../tables/fitted.ts';
import { present } from '../tables/sentences.ts';

type Scenarios = Parameters<typeof openQuestions>[1];

/** The least number of columns with which a cell also has its interval. */
const WIDE = 120;

/** Colours a cell by its verdict, or leaves it as it is. */
export type Paint = (verdict: 'better' | 'worse', cell: string) => string;

/**
 * Writes the figures so far for a terminal. A need has a line, a strategy a column, and a figure its standing if a
 * look has decided. The needs of the first verdicts follow. No line is longer than the columns, which are 80 or more.
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
  const needs = shownNeeds(analysis.decision).filter(({ need }) => need.measured.n > 0);
  if (needs.length === 0) return [];
  const isWide = columns >= WIDE;
  const figures = needs.map((need) => ids.map((id) => cellOf(need, id, isWide)));
  const rounds = needs.map(({ need }) => String(need.measured.n));
  const widths = ids.map((id, at) => widest([id, ...figures.map((cells) => cells[at]?.text ?? '')]));
  const nWidth = widest(rounds);
  const left = columns - widths.reduce((sum, width) => sum + width + 1, 0) - nWidth - 1;
  const names = needs.map(({ need }) => needName(need, left, isWide));
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
  return [...rows.map(line), ...wrapped(legendOf(needs)), ...firstVerdicts(analysis, scenarios)];
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

type Cell = { readonly text: string; readonly verdict?: 'better' | 'worse' };
type Row = { readonly name: string; readonly cells: readonly Cell[]; readonly n: string };

/** Lists the needs with the nearest first verdicts, and the round after which these are made. */
function firstVerdicts(analysis: Analysis, scenarios: Scenarios): string[] {
  const few = askedIn(analysis, scenarios).filter(({ because }) => because === 'too few rounds');
  const nearest = Math.min(...few.map(({ rounds }) => rounds));
  const next = new Set(few.filter(({ rounds }) => rounds === nearest).flatMap(({ needs }) => needs));
  const counts = analysis.decision.needs.flatMap(({ title, measured }) =>
    measured && next.has(title) ? [measured.n] : [],
  );
  const last = Math.min(...counts) + nearest;
  return shortenedList(`First verdicts after round ${last}: `, [...next], ', ');
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

const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

/** Returns the need's row with the unit, as in the report, or its title if the row is too long. */
function needName(need: NeedResult, width: number, isWide: boolean): string {
  const row = isWide ? rowText(need) : rowText(need).replace(/; \w+$/, ''); // a short cell has no second figure
  return row.length > width ? need.title : row;
}

/** Cuts between two words, if there are two. */
const cut = (text: string, columns: number) =>
  text.length > columns ? `${text.slice(0, columns - 1).replace(/(?<=\S)[, ]+\S*$/, '')}…` : text;
