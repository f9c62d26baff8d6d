import { isCounted } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { scaffoldCommand } from '../first-screen/scaffold-command.ts';
import { beside } from './evidence.ts';

/** The strategy that an option is, or of which it is a service that was written. */
const strategyOf = ({
  id,
  family,
  peerOf,
  scaffolded,
}: Analysis['contestants'][number]): string | undefined => {
  if (scaffolded) return peerOf;
  return family !== undefined && peerOf === undefined ? id : undefined;
};

/**
 * The end of a record whose one option is a strategy of the study, or a service of one: the command, and for each service of it that was in the
 * run, how that compares with the strategy.
 */
export function toDeploy(
  { contestants, families, ...analysis }: Analysis,
  options: readonly string[],
): string[] {
  const [option] = options;
  const chosen = options.length === 1 ? contestants.find(({ id }) => id === option) : undefined;
  const strategy = chosen && strategyOf(chosen);
  if (option === undefined || strategy === undefined) return [];
  const command = scaffoldCommand(analysis, strategy);
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
