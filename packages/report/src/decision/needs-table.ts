import { type Decision, isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Group } from '@cpu-bound/study/model';
import { table } from '../tables/table.ts';
import { signed } from './answer.ts';

const GROUP_TITLES: Readonly<Record<Group, string>> = {
  speed: 'Speed',
  'light requests': 'Light requests',
  failures: 'Failures',
  costs: 'Costs',
};

/** The needs that have a row: those with a figure or an overload that do not repeat another need. */
export const rowsIn = ({ needs }: Pick<Decision, 'needs'>): NeedResult[] =>
  needs.filter(({ measured, restates, standings }) => {
    const hasFigure = Object.values(measured?.cells ?? {}).some((cell) => /\d/.test(cell));
    const hasOverload = Object.values(standings).some(({ kind }) => kind === 'overloaded');
    return measured && restates === undefined && (hasFigure || hasOverload);
  });

/** A row for each need that was measured and compares, by group; a column for each strategy, with its figure and standing. */
export const needsTable = (decision: Pick<Decision, 'needs'>, analysis: Analysis): string =>
  tableOf(
    [...Map.groupBy(rowsIn(decision).filter(isComparing), ({ group }) => group)].flatMap(([group, own]) => [
      [`**${GROUP_TITLES[group]}**`, ...analysis.contestants.map(() => '')],
      ...own.map((need) => rowOf(need, analysis)),
    ]),
    analysis,
  );

/** The rows that compare nothing: what only some strategies have, or what is true by construction. */
export const uncomparedTable = (decision: Pick<Decision, 'needs'>, analysis: Analysis): string =>
  tableOf(
    rowsIn(decision)
      .filter((need) => !isComparing(need))
      .map((need) => rowOf(need, analysis)),
    analysis,
    'not compared',
  );

const isComparing = ({ uncounted }: NeedResult) => uncounted === undefined;

const rowOf = (need: NeedResult, { contestants }: Analysis) => [
  nameOf(need),
  ...contestants.map(({ id }) => unbroken(cell(need, id))),
];

const tableOf = (rows: string[][], { contestants }: Analysis, head = ''): string =>
  rows.length === 0 ? '' : table([head, ...contestants.map(({ id }) => id)], rows);

export const nameOf = ({ measured, title }: NeedResult): string => measured?.row ?? title;

/** A figure does not wrap; another figure, or the factor of one that is behind, may stand below it. */
const unbroken = (text: string): string =>
  text.replaceAll(/(?<!,) (?![÷×▼])/g, '\u00a0').replaceAll('–', '–\u2060');

/** The figure and its standing: bold for best or equivalent, a factor where it is behind. */
function cell(need: NeedResult, contestant: string): string {
  const standing = need.standings[contestant];
  const figure = figureIn(need, contestant);
  if (standing?.kind === 'questioned') return `${figure} ?`;
  if (!isCounted(need) || standing?.kind !== 'behind') return figure;
  return `${figure} ${standing.factor ? signed(standing.factor.estimate, need.measured?.better) : '▼'}`;
}

/** A figure, bold for best or equivalent where it counts; without one why, or `–`. */
export function figureIn(need: NeedResult, contestant: string, counts = isCounted(need)): string {
  const standing = need.standings[contestant];
  const figure = need.measured?.cells[contestant] ?? (standing?.kind === 'overloaded' ? 'overloaded' : '–');
  if (standing?.kind === 'not-measured') return standing.why ?? '–';
  const isBest = standing?.kind === 'best' || standing?.kind === 'equivalent';
  return isBest && counts ? `**${figure}**` : figure;
}

/** The meaning of the marks in the table; only the marks that occur. */
export function legend(decision: Pick<Decision, 'needs'>): string {
  const rows = rowsIn(decision);
  const kinds = new Set(
    rows.filter(isCounted).flatMap(({ standings }) => Object.values(standings).map(({ kind }) => kind)),
  );
  const values = rows.flatMap(({ measured }) =>
    Object.values(measured?.values ?? {}).map(({ indicative, n }) => ({
      indicative,
      n: Math.min(n, measured?.n ?? n),
    })),
  );
  const [few, enough] = [
    values.filter(({ indicative }) => indicative),
    values.filter(({ indicative }) => !indicative),
  ];
  const marks = [
    ...(kinds.has('best') || kinds.has('equivalent') ? ['**bold**: best or equivalent'] : []),
    ...(kinds.has('behind') ? ['÷ × ▼: behind'] : []),
    ...(kinds.has('not-shown-behind') ? ['plain: not shown behind'] : []),
    ...(kinds.has('questioned') ? ['?: questioned, and not compared (see the warning)'] : []),
    ...(rows.some(
      ({ measured, group }) =>
        group === 'failures' && Object.values(measured?.cells ?? {}).some((text) => /^\d+\/\d/.test(text)),
    )
      ? ['a/b: a of b requests had no answer']
      : []),
    ...(kinds.has('overloaded') ? ['overloaded: over 90 % busy'] : []),
    ...(enough.length > 0 ? [`(a–b): 95 % interval, ${roundsOf(enough)}`] : []),
    ...(few.length > 0
      ? [`(a–b) or (a) alone: lowest and highest of ${roundsOf(few)}, too few for an interval`]
      : []),
    ...typicalWindows(decision),
  ];
  return marks.length === 0 ? '' : `Marks: ${marks.join('; ')}.`;
}

/** The window of the percentiles: ``percentiles: the typical 5 s window (`/hello`: 0.56 s)``. */
export function typicalWindows(decision: Pick<Decision, 'needs'>): string[] {
  const named = rowsIn(decision).flatMap(({ measured }) =>
    measured?.windowSeconds === undefined
      ? []
      : [{ seconds: measured.windowSeconds, name: measured.row.split(/ at |, /)[0] ?? '' }],
  );
  const groups = [...Map.groupBy(named, ({ seconds }) => seconds)];
  const [most, ...others] = groups.toSorted(([, a], [, b]) => b.length - a.length);
  if (!most) return [];
  const other = others.map(
    ([seconds, own]) => `${own.map(({ name }) => name).join(', ')}: ${format.seconds(seconds)}`,
  );
  const beside = other.length > 0 ? ` (${other.join('; ')})` : '';
  return [`percentiles: ${format.typicalWindow(most[0])}${beside}`];
}

/** `10 rounds`, or `5 to 11 rounds` */
function roundsOf(values: readonly { readonly n: number }[]): string {
  const all = values.map(({ n }) => n);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? format.count(least, 'round') : `${least} to ${most} rounds`;
}
