import { isCounted, isUnjudged } from '@cpu-bound/study/decide/lead';
import * as format from '@cpu-bound/study/format';
import { ABSENCES, type Absence, type NeedResult } from '@cpu-bound/study/model';

/** The needs without a figure in one state. */
export type AbsentNeeds = { readonly state: Absence; readonly needs: readonly NeedResult[] };

/** Returns the needs without a figure by their state, each state once. */
export const absentBy = (needs: readonly NeedResult[]): AbsentNeeds[] =>
  ABSENCES.map((state) => ({
    state,
    needs: needs.filter(({ absence = 'not measured' }) => absence === state),
  })).filter((absent) => absent.needs.length > 0);

/** `Not measured: overload and a restart. No figure: p99 latency`; empty without such a need. */
export const absentText = (
  needs: readonly NeedResult[],
  joined: (titles: readonly string[]) => string,
): string =>
  absentBy(needs)
    .map(({ state, needs: own }) => `${format.capital(state)}: ${joined(own.map(({ title }) => title))}`)
    .join('. ');

/** The state of needs with figures before their first look. */
export const NOT_JUDGED = 'not judged yet (too few rounds)';

/** Returns true if no need of these has been judged. */
export const areUnjudged = (needs: readonly NeedResult[]): boolean => {
  const counted = needs.filter(isCounted);
  return counted.length > 0 && counted.every(isUnjudged);
};
