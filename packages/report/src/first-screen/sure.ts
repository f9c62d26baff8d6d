import { leadersIn } from '@cpu-bound/study/decide/leaders';
import { pairIn } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { Analysis, NeedFigures } from '@cpu-bound/study/model';
import { shownNeeds } from '../answers/figures-table.ts';
import { joined } from '../tables/sentences.ts';
import { resolution } from './trust.ts';

/** Explains what the picture shows and how sure that is: what may be missed, and the narrowest claim. */
export function howSure({ decision }: Pick<Analysis, 'decision'>): string {
  const judged = shownNeeds(decision).filter(
    ({ state, need }) => state === 'judged' && need.matter !== undefined,
  );
  if (judged.length === 0)
    return '**How sure?** Nothing is judged yet: ratios have their first verdict after 10 rounds, counts after 5.';
  return joined(
    [
      '**How sure?** Blue and orange were shown by 95 % intervals, failures by each of 5 rounds. −10 % and ×2 are ratios within rounds. No difference shown does not mean equal.',
      resolution(decision),
      'If all strategies were equal, up to one study in three would show some difference.',
      narrowest(judged),
    ],
    ' ',
  );
}

/** `The narrowest lead: memory at 45/s, single before threads by 1.06× [1.005, 1.10].` */
function narrowest(needs: readonly NeedFigures[]): string {
  const leads = needs.flatMap(({ need, figures }) =>
    leadersIn([need]).leaders.flatMap((leader) =>
      figures.flatMap(({ id, standing }) => {
        const ratio = standing === 'behind' ? pairIn(need.pairs, leader, id)?.ratio : undefined;
        return ratio && ratio.low > 1 ? [{ need, leader, id, ratio }] : [];
      }),
    ),
  );
  const [least] = leads.toSorted((a, b) => a.ratio.low - b.ratio.low);
  return least
    ? `The narrowest lead: ${least.need.title}, ${least.leader} before ${least.id} by ${format.ratio(least.ratio)}.`
    : '';
}
