import { isCounted } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { comparisonLines } from './evidence.ts';

/** Compares each service of the chosen option that took part in the run with its strategy. */
export function serviceComparisons(
  { contestants, families }: Pick<Analysis, 'contestants' | 'families'>,
  options: readonly string[],
): string[] {
  const [option] = options;
  const isStrategy = ({ id, family, peerOf }: Analysis['contestants'][number]) =>
    id === option && family !== undefined && peerOf === undefined;
  if (option === undefined || options.length > 1 || !contestants.some(isStrategy)) return [];
  // If the run had no other strategy, the record is about the service, too.
  const needs = families[option]?.needs.filter(isCounted);
  const services = needs ? contestants.filter((one) => one.scaffolded && one.peerOf === option) : [];
  return services.map(({ id }) => {
    const lines = comparisonLines(id, option, needs ?? []);
    return [`The service ${id}, beside ${option}:`, '', ...lines.map((line) => `* ${line}`)].join('\n');
  });
}
