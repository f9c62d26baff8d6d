import type { PublishedStudy } from './study.ts';
import { countOf, counts } from './tally.ts';

const MOST_NAMED = 3;

/** Compares the verdicts of a study with those of the published ones of the same workload, in one line. */
export function agreement(own: PublishedStudy, published: readonly PublishedStudy[]): string {
  const others = published.filter(
    (one) => one.id !== own.id && one.workload.name === own.workload.name && counts(one),
  );
  if (others.length === 0) return `No other published study has the workload ${own.workload.name}.`;
  const compared = own.needs.flatMap((need) =>
    need.pairs.flatMap((pair) => {
      const verdicts = others.flatMap(({ needs }) =>
        needs
          .filter(({ id }) => id === need.id)
          .flatMap(({ pairs }) => pairs)
          .filter(({ one, other }) => one === pair.one && other === pair.other)
          .map(({ verdict }) => verdict)
          .filter((verdict) => verdict !== 'inconclusive'),
      );
      if (pair.verdict === 'inconclusive' || verdicts.length === 0) return [];
      const unlike = verdicts.filter((verdict) => verdict !== pair.verdict);
      const what = `${need.title}, ${pair.one} beside ${pair.other} (here ${pair.verdict}, in ${unlike.length} of ${verdicts.length} ${unlike[0]})`;
      return [{ agrees: unlike.length === 0, what }];
    }),
  );
  const studies = `${others.length === 1 ? 'study' : 'studies'} (${countOf(others)}) with the workload ${own.workload.name}`;
  if (compared.length === 0) return `The published ${studies} and this run have no verdict in common.`;
  const differing = compared.filter(({ agrees }) => !agrees).map(({ what }) => what);
  const agreed = `${compared.length - differing.length} of ${compared.length} verdicts agree with the published ${studies}`;
  if (differing.length === 0) return `${agreed}.`;
  const more = differing.length - MOST_NAMED;
  return `${agreed}; these differ: ${differing.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
