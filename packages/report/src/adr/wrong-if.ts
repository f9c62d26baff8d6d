import { isCounted } from '@cpu-bound/study/decide/lead';
import { rank, type Weights } from '@cpu-bound/study/decide/rank';
import type { Analysis } from '@cpu-bound/study/model';
import { changes } from '../first-screen/would-change.ts';
import { joined, listed } from '../tables/sentences.ts';
import { firstOf, type Outcome } from './outcome.ts';

/** A need has a line only if a weight up to this one changes the outcome: readers hardly use larger weights. */
const LARGEST_WEIGHT = 10;
const MOST_TURNS = 4;

/**
 * Lists the changes that would make a decision wrong: other weights, other work, another machine, as far as the run
 * shows them.
 */
export function wrongIf(analysis: Analysis, { options, weights }: Outcome): string {
  const turns = options.length === 1 ? turnsOf(analysis, options, weights) : [];
  const named = turns
    .slice(0, MOST_TURNS)
    .map(({ title, weight, first }) => `${title} with ${weight} (${first})`);
  const others = turns.length > MOST_TURNS ? [`${turns.length - MOST_TURNS} more needs`] : [];
  const byWeight =
    named.length > 0 &&
    `- **Other weights.** From these weights on, each alone, another comes first or level: ${listed([...named, ...others])}.`;
  return joined([byWeight, changes(analysis)], '\n').replaceAll(/^- /gm, '* ');
}

/**
 * Finds, for each need, the smallest integer weight that puts another option first or level; the smallest change comes
 * first.
 */
function turnsOf({ decision }: Analysis, options: readonly string[], weights: Weights) {
  return decision.needs
    .filter(isCounted)
    .flatMap(({ id, title }) => {
      const now = weights[id] ?? 0;
      for (let weight = Math.floor(now) + 1; weight <= LARGEST_WEIGHT; weight++) {
        const first = firstOf(rank(decision, { ...weights, [id]: weight }).choice);
        const others = first.filter((option) => !options.includes(option));
        if (others.length > 0) return [{ title, weight, first: listed(others, 'or'), more: weight - now }];
      }
      return [];
    })
    .sort((a, b) => a.more - b.more);
}
