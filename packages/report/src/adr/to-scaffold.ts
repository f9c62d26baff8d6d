import { isCounted } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { scaffoldCommand } from '../first-screen/scaffold-command.ts';
import { beside } from './evidence.ts';

/**
 * The end of a record whose one option is a strategy of the study: the command, and for each service of it that was in the
 * run, how that compares with the strategy.
 */
export function toDeploy(
  { contestants, families, ...analysis }: Analysis,
  options: readonly string[],
): string[] {
  const [option] = options;
  const isStrategy = ({ id, family, peerOf }: Analysis['contestants'][number]) =>
    id === option && family !== undefined && peerOf === undefined;
  if (option === undefined || options.length > 1 || !contestants.some(isStrategy)) return [];
  const command = scaffoldCommand(analysis, option);
  // Where the run had no other strategy, the record is about the service, too.
  const needs = families[option]?.needs.filter(isCounted);
  const services = needs ? contestants.filter((one) => one.scaffolded && one.peerOf === option) : [];
  return [
    ...(command === undefined ? [] : [`To deploy it, as it was measured: \`${command}\``]),
    ...services.map(({ id }) => {
      const lines = beside(id, option, needs ?? []);
      return [`The service ${id}, beside ${option}:`, '', ...lines.map((line) => `* ${line}`)].join('\n');
    }),
  ];
}
