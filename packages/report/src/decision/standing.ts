import { isCounted } from '@cpu-bound/study/decide/lead';
import * as format from '@cpu-bound/study/format';
import type { NeedResult, PairRelation, Standing } from '@cpu-bound/study/model';

/** Describes the standing of a strategy by a need, in words. */
export function standingWords(standing: Standing | undefined): string {
  switch (standing?.kind) {
    case 'best':
      return 'best';
    case 'equivalent':
      return 'equivalent to the best';
    case 'not-shown-behind':
      return 'not shown to be behind';
    case 'not-judged':
      return 'not judged yet';
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

/** Returns the kinds of standings that occur in the counted needs. */
export const kindsIn = (needs: readonly NeedResult[]): ReadonlySet<Standing['kind']> =>
  new Set(
    needs.filter(isCounted).flatMap(({ standings }) => Object.values(standings).map(({ kind }) => kind)),
  );

/** Returns true if it was shown that no strategy is better. */
export const isBest = (standing: Standing | undefined): boolean =>
  standing?.kind === 'best' || standing?.kind === 'equivalent';

/** Returns true if a difference between the two was shown. */
export const isDifferent = ({ relation }: Pick<PairRelation, 'relation'>): boolean =>
  relation === 'better' || relation === 'worse';
