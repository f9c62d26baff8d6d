import { isCounted } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { beside } from './evidence.ts';

/** A flag with its value, as a shell reads it. */
const INPUT = /--(?:workload|body|args) (?:'[^']*'|\S+)/g;

/**
 * The command that writes a strategy as a service around the function of a run; undefined where the workload is no function.
 *
 * @param strategy by its id, or what stands for one
 */
export function scaffoldCommand({ run }: Pick<Analysis, 'run'>, strategy: string): string | undefined {
  const inputs = run.command.match(INPUT) ?? [];
  const isFunction = inputs.some((input) => /^--(?:body|args) |#[^?]+\?/.test(input));
  return isFunction
    ? `pnpm bench scaffold ${strategy} ${inputs.join(' ')} --out ./${run.workload.name}-service`
    : undefined;
}

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
