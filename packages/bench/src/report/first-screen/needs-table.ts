import type { Decision, Row } from '../../decide/decision.ts';
import type { Analysis } from '../../model.ts';
import { table } from '../table.ts';
import { ahead } from './words.ts';

/** A row for each need, a column for each strategy with its figure, who is ahead, and how that is known. */
export function needsTable({ rows }: Decision, analysis: Analysis): string {
  const { contestants } = analysis;
  return table(
    ['what you need', ...contestants.map(({ title }) => title), 'ahead', 'evidence'],
    rows.map((row) => [
      row.figure ? `**${row.title}** (${row.figure})` : `**${row.title}**`,
      ...contestants.map(({ id }) => cell(row, id)),
      row.answer ? `**${ahead(row, analysis)}**` : ahead(row, analysis),
      evidence(row),
    ]),
  );
}

/** The leader's figure stands out where there is one. */
function cell({ answer }: Row, contestant: string): string {
  const text = answer?.figures.find((figure) => figure.contestant === contestant)?.text;
  if (answer === undefined || text === undefined) return answer?.without?.[contestant] ?? '–';
  const { kind, leaders } = answer.standing;
  const leads = (kind === 'best' || kind === 'equal') && leaders.includes(contestant);
  return leads ? `**${text}**` : text;
}

function evidence({ answer, why }: Row): string {
  if (!answer) return why?.startsWith('pnpm') ? `\`${why}\`` : (why ?? '');
  return answer.n === 0 ? answer.under : `n = ${answer.n}, ${answer.under}`;
}

/** What the table's marks mean, for who has never read one. */
export const LEGEND =
  '`177 [162, 190]` is an estimate with its 95 % interval over n rounds, each of fresh processes; in parentheses, the smallest and largest of too few rounds. **Ahead** is who was shown to be better than the others and worse than none; “too close to call” is that nothing was shown, and not that they are the same.';
