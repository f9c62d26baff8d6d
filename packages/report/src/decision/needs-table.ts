import { isCounted } from '@cpu-bound/study/decide/lead';
import * as format from '@cpu-bound/study/format';
import {
  type Amount,
  type Analysis,
  type Decision,
  isCount,
  type Measured,
  type NeedResult,
  type Standing,
  singleNumber,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { cellText, rowText } from '../tables/cell-text.ts';
import { joined } from '../tables/sentences.ts';
import { table } from '../tables/table.ts';
import { isBest, kindsIn } from './standing.ts';

/** The needs that have a row: those with a figure or an overload that do not repeat another need. */
export const rowsIn = ({ needs }: Pick<Decision, 'needs'>): NeedResult[] =>
  needs.filter(({ measured, restates, standings }) => {
    const hasFigure = Object.values(measured?.cells ?? {}).some(({ kind }) => kind !== 'none');
    const hasOverload = Object.values(standings).some(({ kind }) => kind === 'overloaded');
    return measured && restates === undefined && (hasFigure || hasOverload);
  });

/**
 * Divides the rows: those of the first screen, and those that compare nothing. A row compares nothing if only some
 * strategies have the figure, or if its rounds are too few where others have enough.
 */
function dividedRows(decision: Pick<Decision, 'needs'>): Record<'compared' | 'apart', NeedResult[]> {
  const rows = rowsIn(decision);
  const isFew = rows.some(hasInterval)
    ? (need: NeedResult) => !hasInterval(need) && !isDecided(need)
    : () => false;
  const compared = rows.filter((need) => need.uncounted === undefined && !isFew(need));
  return { compared, apart: rows.filter((need) => !compared.includes(need)) };
}

export const comparedRows = (decision: Pick<Decision, 'needs'>): NeedResult[] =>
  dividedRows(decision).compared;

const hasInterval = ({ measured }: NeedResult): boolean =>
  singleNumbers(measured).some(({ indicative }) => !indicative);

const singleNumbers = (measured: Measured | undefined): Amount[] =>
  Object.values(measured?.cells ?? {}).flatMap((cell) => {
    const value = singleNumber(cell);
    return value ? [value] : [];
  });

export function withoutFigure(standing: Standing | undefined): string {
  if (standing?.kind === 'overloaded') return 'overloaded';
  return standing?.kind === 'not-measured' ? (standing.why ?? '–') : '–';
}

const isDecided = ({ standings }: NeedResult): boolean =>
  Object.values(standings).some(({ kind }) => DECIDED.has(kind));

const DECIDED: ReadonlySet<string> = new Set(['best', 'equivalent', 'behind', 'overloaded', 'questioned']);

/** Writes a row for each compared need and a column for each strategy, with its figure and standing. */
export const needsTable = (decision: Pick<Decision, 'needs'>, analysis: Analysis): string =>
  tableOf(comparedRows(decision), analysis);

/** Writes the rows that compare nothing, and the meaning of their marks. */
export function uncomparedTable(decision: Pick<Decision, 'needs'>, analysis: Analysis): string {
  const { apart } = dividedRows(decision);
  const marks = joined([notJudged(apart), ...intervalMarks(apart)], '; ');
  return joined([tableOf(apart, analysis, 'not compared'), marks && `${marks}.`]);
}

const notJudged = (rows: readonly NeedResult[]): string =>
  kindsIn(rows).has('not-judged') ? '·: not judged yet, because the rounds are too few' : '';

function tableOf(needs: readonly NeedResult[], { contestants }: Analysis, head = ''): string {
  const ids = contestants.map(({ id }) => id);
  const rows = needs.map((need) => [rowText(need), ...ids.map((id) => unbroken(cell(need, id)))]);
  return needs.length === 0 ? '' : table([head, ...ids], rows);
}

/** Keeps a figure on one line. A second figure, or the factor by which it is behind, may stand below. */
const unbroken = (text: string): string =>
  text.replaceAll(/(?<!,) (?![÷×▼])/g, '\u00a0').replaceAll('–', '–\u2060');

/** Writes the figure and its standing: bold for best or equivalent, with a factor if it is behind. */
function cell(need: NeedResult, contestant: string): string {
  const standing = need.standings[contestant];
  const figure = figureIn(need, contestant);
  if (standing?.kind === 'questioned') return `${figure} ?`;
  if (!isCounted(need) || standing?.kind !== 'behind') return figure;
  return `${figure} ${standing.factor ? signed(standing.factor.estimate, need.measured?.better) : '▼'}`;
}

/** Writes a figure, bold for best or equivalent and `·` if not judged, if the need counts; without one the reason, or `–`. */
export function figureIn(need: NeedResult, contestant: string, counts = isCounted(need)): string {
  const standing = need.standings[contestant];
  const cell = need.measured?.cells[contestant];
  const figure = cell ? cellText(cell) : withoutFigure(standing);
  if (!counts) return figure;
  if (standing?.kind === 'not-judged') return `${figure} ·`;
  return isBest(standing) ? `**${figure}**` : figure;
}

/** Explains the marks that occur in the table of compared needs. */
export function legend(decision: Pick<Decision, 'needs'>): string {
  const rows = comparedRows(decision);
  const kinds = kindsIn(rows);
  const hasCount = ({ measured, group }: NeedResult) =>
    group === 'failures' && Object.values(measured?.cells ?? {}).some(isCount);
  const marks = joined(
    [
      (kinds.has('best') || kinds.has('equivalent')) && '**bold**: best or equivalent',
      kinds.has('behind') && `÷ × ▼: behind${ofRatios(rows)}`,
      kinds.has('not-shown-behind') && 'no mark: no difference shown',
      notJudged(rows),
      kinds.has('questioned') && '?: questioned, and not compared (see the warning)',
      rows.some(hasCount) && 'a/b: of b other requests around one failure, a had no answer',
      kinds.has('overloaded') && 'overloaded: > 90 % busy',
      ...intervalMarks(rows),
    ],
    '; ',
  );
  return marks === '' ? '' : `Marks: ${marks}.`;
}

/** ` (by the ratio within a round, over the first 10)`: figures are of all rounds, and ratios of those of the newest look. */
export function ofRatios(rows: readonly NeedResult[]): string {
  const counts = rows.flatMap(({ standings }) =>
    Object.values(standings).flatMap((one) => (one.kind === 'behind' && one.factor ? [one.factor.n] : [])),
  );
  return counts.length > 0 ? ` (by the ratio within a round, over the first ${rangeOf(counts)})` : '';
}

/** `x (a–b): 95 % interval, 10 rounds`, and rows with too few rounds; only those that occur. */
function intervalMarks(rows: readonly NeedResult[]): string[] {
  const roundsWhere = (isFew: boolean) =>
    rows.flatMap(({ measured }) =>
      singleNumbers(measured).flatMap(({ indicative, n }) =>
        indicative === isFew ? [Math.min(n, measured?.n ?? n)] : [],
      ),
    );
  const [few, enough] = [roundsWhere(true), roundsWhere(false)];
  return [
    ...(enough.length > 0 ? [`x (a–b): 95 % interval, ${roundsText(enough)}`] : []),
    ...(few.length > 0 ? [`(a–b) or (a) alone: provisional, of ${roundsText(few)}`] : []),
  ];
}

/** The window of the percentiles: ``percentiles: the typical 5 s window (`/hello`: 0.56 s)``. */
export function typicalWindows(decision: Pick<Decision, 'needs'>): string[] {
  const named = rowsIn(decision).flatMap(({ measured }) =>
    measured?.windowSeconds === undefined
      ? []
      : [{ seconds: measured.windowSeconds, name: measured.row.noun }],
  );
  const groups = [...Map.groupBy(named, ({ seconds }) => seconds)];
  const [commonest, ...others] = groups.toSorted(([, a], [, b]) => b.length - a.length);
  if (!commonest) return [];
  const other = others.map(
    ([seconds, own]) => `${own.map(({ name }) => name).join(', ')}: ${format.seconds(seconds)}`,
  );
  const otherWindows = other.length > 0 ? ` (${other.join('; ')})` : '';
  return [`percentiles: ${wording.typicalWindow(commonest[0])}${otherWindows}`];
}

/** `10 rounds`, or `5 to 11 rounds` */
const roundsText = (counts: readonly number[]): string =>
  new Set(counts).size === 1 ? format.count(counts[0] ?? 0, 'round') : `${rangeOf(counts)} rounds`;

/** `10`, or `5 to 11` */
const rangeOf = (counts: readonly number[]): string =>
  [...new Set([Math.min(...counts), Math.max(...counts)])].join(' to ');

/** Writes the factor by which a figure is worse: `÷1.86` if higher is better, otherwise `×2.01`. */
export const signed = (factor: number, better: 'higher' | 'lower' | undefined): string =>
  `${better === 'higher' ? '÷' : '×'}${format.times(factor)}`;
