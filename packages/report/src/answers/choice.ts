import type { Ranking } from '@cpu-bound/study/decide/rank';
import * as format from '@cpu-bound/study/format';

/** The words of a ranking, also in the script of the HTML page. */

/** The explanation of the ranking by a reader's weights. */
export const HOW_RANKED =
  'In each need that was judged, a strategy has +1 if it is best or equivalent to the best, −1 if it is behind or overloaded, and otherwise the share of the others that it was shown to beat. Its score is the mean by your weights.';

const signed = (score: number): string => `${score < 0 ? '−' : '+'}${Math.abs(score).toFixed(2)}`;

/** Names the strategy that these weights choose, and whether inconclusive comparisons could change that. */
export function choiceText(ranking: Ranking, title: (id: string) => string): string {
  const open = ranking.open.length;
  const apart =
    open === 0
      ? ''
      : ` ${format.count(open, 'need')} with a weight ${open === 1 ? 'is' : 'are'} not judged yet, and in no score.`;
  const reason = reasonText(ranking, title);
  return `${ranking.choice.kind === 'one' ? reason : format.capital(reason)}${apart}`;
}

/** Says why a strategy comes first, or none does, and whether inconclusive comparisons could change that. */
export function reasonText({ choice, places }: Ranking, title: (id: string) => string): string {
  const titles = (ids: readonly string[]) => ids.map(title).join(' or ');
  const scores = places.map(({ option, score }) => `${title(option)} ${signed(score)}`).join(', ');
  switch (choice.kind) {
    case 'none':
      return `no strategy comes first: ${choice.why}.`;
    case 'tie':
      return `the scores of ${titles(choice.options)} are equal (${scores}).`;
    case 'one':
      return `${title(choice.option)} has the highest score (${scores}). ${
        choice.rivals.length === 0
          ? 'This is firm: no inconclusive comparison could put another strategy level with it or before it.'
          : `This is not firm: inconclusive comparisons could still put ${titles(choice.rivals)} level with it or before it.`
      }`;
  }
}
