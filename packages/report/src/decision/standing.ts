import * as format from '@cpu-bound/study/format';
import type { PairRelation, Standing } from '@cpu-bound/study/model';

/** Describes the standing of a strategy by a need, in words. */
export function standingWords(standing: Standing | undefined): string {
  switch (standing?.kind) {
    case 'best':
      return 'best';
    case 'equivalent':
      return 'equivalent to the best';
    case 'not-shown-behind':
      return 'not shown to be behind';
    case 'behind':
      return standing.than !== undefined && standing.factor
        ? `behind ${standing.than} by ${format.ratio(standing.factor)}`
        : 'behind';
    case 'overloaded':
    case 'questioned':
      return standing.kind;
    default:
      return standing?.why ?? 'not measured';
  }
}

/** Returns true if it was shown that no strategy is better. */
export const isBest = (standing: Standing | undefined): boolean =>
  standing?.kind === 'best' || standing?.kind === 'equivalent';

/** Returns true if a difference between the two was shown. */
export const isDifferent = ({ relation }: Pick<PairRelation, 'relation'>): boolean =>
  relation === 'better' || relation === 'worse';
