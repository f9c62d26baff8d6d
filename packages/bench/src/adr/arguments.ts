import type { Decision } from '../decide/decision.ts';
import type { Analysis } from '../model.ts';
import * as format from '../report/format.ts';
import { titleIn } from '../report/metric-table.ts';
import { advantage, type Evidence, evidenceFor } from './evidence.ts';

/** By every need that was measured, whether it was a driver or not: what comes with the choice. */
export const consequences = (option: string, { rows }: Decision, analysis: Analysis): string[] =>
  evidenceFor(option, rows)
    .filter(({ beats, beatenBy }) => beats.length > 0 || beatenBy.length > 0)
    .map((one) => argument(one, option, analysis));

/** `Good, because …`, with the figure and its interval, and the ratios behind it. */
export function argument(
  { row, text, beats, beatenBy }: Evidence,
  option: string,
  analysis: Analysis,
): string {
  const title = titleIn(analysis);
  const against = (others: readonly string[]) =>
    others
      .map((other) => {
        const ratio = advantage(row, option, other);
        return `${title(other)}${ratio ? ` (${format.ratio(ratio)} as good)` : ''}`;
      })
      .join(', ');
  const told = [
    ...(beats.length > 0 ? [`better than ${against(beats)}`] : []),
    ...(beatenBy.length > 0 ? [`worse than ${against(beatenBy)}`] : []),
  ];
  const kind =
    beatenBy.length === 0 ? (beats.length > 0 ? 'Good' : 'Neutral') : beats.length > 0 ? 'Neutral' : 'Bad';
  const n =
    row.answer && row.answer.n > 0 ? `n = ${row.answer.n}, ${row.answer.under}` : (row.answer?.under ?? '');
  const figure = row.figure ? `${text} (${row.figure}; ${n})` : `${text} (${n})`;
  return `${kind}, because of “${row.title}”: ${figure}${told.length > 0 ? `, ${told.join(', ')}` : ', not told apart from the others'}`;
}
