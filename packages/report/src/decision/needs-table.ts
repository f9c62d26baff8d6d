import { type Decision, isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { table } from '../tables/table.ts';

/** A row for each need that was measured, by group; a column for each strategy with its figure and where it stands. */
export function needsTable({ needs }: Pick<Decision, 'needs'>, { contestants }: Analysis): string {
  const rows = [...Map.groupBy(needs, ({ group }) => group)].flatMap(([group, own]) => {
    const measured = own.filter((need) => need.measured).map((need) => rowOf(need, contestants));
    return measured.length > 0 ? [[`_${group}_`, ...contestants.map(() => ''), ''], ...measured] : [];
  });
  if (rows.length === 0) return '';
  return table(['what you need', ...contestants.map(({ title }) => title), 'evidence'], rows);
}

const rowOf = (need: NeedResult, contestants: Analysis['contestants']): string[] => [
  `**${need.title}** (${need.figure})`,
  ...contestants.map(({ id }) => cell(need, id)),
  evidence(need),
];

/** The figure, and where it stands: bold for best or equivalent, a factor where it is behind. */
function cell(need: NeedResult, contestant: string): string {
  const standing = need.standings[contestant];
  const figure = need.measured?.figures[contestant] ?? (standing?.kind === 'overloaded' ? 'overloaded' : '–');
  if (!isCounted(need) && standing?.kind !== 'not-measured') return figure;
  switch (standing?.kind) {
    case 'best':
    case 'equivalent':
      return `**${figure}**`;
    case 'behind':
      return `${figure} · behind${standing.factor ? ` ${format.times(standing.factor.estimate)}×` : ''}`;
    case 'not-measured':
      return standing.why ?? '–';
    default:
      return figure;
  }
}

const evidence = ({ measured, uncounted }: NeedResult): string =>
  [
    ...(measured && measured.n > 0 ? [`n = ${measured.n}`] : []),
    measured?.under ?? '',
    ...(uncounted === undefined ? [] : [`not counted: ${uncounted}`]),
  ].join(', ');

/** What the table's marks mean. */
export const LEGEND =
  '`177 [162, 190]` is an estimate with its 95 % interval over n rounds, each of fresh processes; in parentheses, the lowest and highest of too few rounds. **Bold**: best, or equivalent to the best. **Behind**: another was shown to be better, by this factor. Plain: not shown to be behind. **Overloaded**: the rate would keep it busier than 90 %.';
