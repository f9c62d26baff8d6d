import { titleIn } from '@cpu-bound/study/analyse/look-up';
import type { Decision } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { advantage, type Evidence, evidenceFor } from './evidence.ts';

/** By every need that was measured, whether it was a driver or not: what comes with the choice. */
export const consequences = (option: string, { needs }: Decision, analysis: Analysis): string[] =>
  evidenceFor(option, needs)
    .filter(({ betterThan, worseThan }) => betterThan.length > 0 || worseThan.length > 0)
    .map((one) => argument(one, option, analysis));

/** `Good, because …`, with the figure and its interval, and the ratios behind it. */
export function argument(
  { need, text, betterThan, worseThan }: Evidence,
  option: string,
  analysis: Analysis,
): string {
  const title = titleIn(analysis);
  const { measured, figure, standings } = need;
  const against = (others: readonly string[]) =>
    others
      .map((other) => {
        const ratio = advantage(need, option, other);
        return `${title(other)}${ratio ? ` (${format.ratio(ratio)} as good)` : ''}`;
      })
      .join(', ');
  const shown = [
    ...(betterThan.length > 0 ? [`better than ${against(betterThan)}`] : []),
    ...(worseThan.length > 0 ? [`worse than ${against(worseThan)}`] : []),
    ...(standings[option]?.kind === 'equivalent' ? ['equivalent to the best'] : []),
  ];
  const kind =
    worseThan.length === 0
      ? betterThan.length > 0
        ? 'Good'
        : 'Neutral'
      : betterThan.length > 0
        ? 'Neutral'
        : 'Bad';
  const n = measured && measured.n > 0 ? `n = ${measured.n}, ${measured.under}` : (measured?.under ?? '');
  const told = figure ? `${text} (${figure}; ${n})` : `${text} (${n})`;
  return `${kind}, because of “${need.title}”: ${told}, ${shown.length > 0 ? shown.join(', ') : 'inconclusive against the others'}`;
}
