import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { joined } from '../tables/sentences.ts';

/** Explains the columns, the rate and the target to a reader who does not know the terms. */
export function terms({ contestants, decision, run }: Analysis): string {
  const names = contestants
    .filter(({ id, title }) => !title.startsWith(id))
    .map(({ id, title }) => `${id}: ${title}`);
  const needNamed = (id: string) => decision.needs.find((need) => need.id === id)?.measured;
  const { perSecond, load } = needNamed('tail') ?? {};
  const isDefault = needNamed('within') && !run.command.includes(' --p99 ');
  return joined(
    [
      names.length > 0 && `${format.capital(names.join('; '))}.`,
      'p99: 99 of 100 answers are faster.',
      'A light request computes nothing.',
      needNamed('memory') && 'Memory is that of the service, without Redis.',
      perSecond !== undefined && load && `${format.rate(perSecond)}: ${wording.shortLoad(load)}.`,
      isDefault &&
        'The p99 target: ten tasks as timed before the rounds, at least 50 ms; `--p99` sets yours.',
    ],
    ' ',
  );
}
