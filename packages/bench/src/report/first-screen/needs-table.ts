import { type Decision, isCounted, type NeedResult } from '../../decide/decision.ts';
import { GROUPS } from '../../decide/need.ts';
import type { Analysis } from '../../model.ts';
import * as format from '../format.ts';
import { table } from '../table.ts';

/** A row for each need, in four groups, and a column for each strategy with its figure and where it stands. */
export function needsTable({ needs }: Pick<Decision, 'needs'>, { contestants }: Analysis): string {
  const groups = GROUPS.map((group) => ({ group, own: needs.filter((need) => need.group === group) }));
  const rows = groups
    .filter(({ own }) => own.length > 0)
    .flatMap(({ group, own }) => [
      [`*${group}*`, ...contestants.map(() => ''), ''],
      ...own.map((need) => [
        need.figure ? `**${need.title}** (${need.figure})` : `**${need.title}**`,
        ...contestants.map(({ id }) => cell(need, id)),
        evidence(need),
      ]),
    ]);
  return table(['what you need', ...contestants.map(({ title }) => title), 'evidence'], rows);
}

/** The figure, and where it stands: bold for best or equivalent, a factor where it is behind. */
function cell(need: NeedResult, contestant: string): string {
  const standing = need.standings[contestant];
  const figure = need.measured?.figures[contestant] ?? '–';
  if (!isCounted(need) && standing?.kind !== 'not-measured') return figure;
  switch (standing?.kind) {
    case 'best':
    case 'equivalent':
      return `**${figure}**`;
    case 'not-shown-behind':
      return figure;
    case 'behind':
      return `${figure} · behind${standing.factor ? ` ${format.times(standing.factor.estimate)}×` : ''}`;
    case 'overloaded':
      return 'overloaded';
    case 'not-measured':
      return standing.why ?? '–';
    case undefined:
      return '–';
  }
}

function evidence({ measured, why, uncounted }: NeedResult): string {
  if (!measured) return why?.startsWith('pnpm') ? `\`${why}\`` : (why ?? '');
  return [
    ...(measured.n > 0 ? [`n = ${measured.n}`] : []),
    measured.under,
    ...(uncounted === undefined ? [] : [`not counted: ${uncounted}`]),
  ].join(', ');
}

/** What the table's marks mean. */
export const LEGEND =
  '`177 [162, 190]` is an estimate with its 95 % interval over n rounds, each of fresh processes; in parentheses, the lowest and highest of too few rounds. **Bold**: best, or equivalent to the best. **Behind**: another was shown to be better, by this factor. Plain: not shown to be behind. **Overloaded**: the rate would keep it busier than 90 %.';
