import type { Ranked, RankedNeed } from '@cpu-bound/study/decide/rank';
import { standingsOf } from '@cpu-bound/study/decide/standing';
import type { Standing } from '@cpu-bound/study/model';

/** Returns the decision as if only these had been compared: a strategy that was ruled out puts no other behind. */
export const among = ({ needs }: Ranked, ids: readonly string[]): Ranked => ({
  options: ids,
  needs: needs.map((need) => amongOf(need, ids)),
});

function amongOf(need: RankedNeed, ids: readonly string[]): RankedNeed {
  const pairs = need.pairs.filter(({ one, other }) => ids.includes(one) && ids.includes(other));
  const compared = ids.filter((id) => pairs.some(({ one, other }) => one === id || other === id));
  const overloaded = ids.filter((id) => need.standings[id]?.kind === 'overloaded');
  const own = standingsOf(compared, pairs, overloaded);
  const missing = (id: string): Standing => {
    const standing = need.standings[id];
    const isUnchanged = standing?.kind === 'not-measured' || standing?.kind === 'questioned';
    return isUnchanged ? standing : { kind: 'not-measured' };
  };
  return { ...need, pairs, standings: Object.fromEntries(ids.map((id) => [id, own[id] ?? missing(id)])) };
}
