import type { Analysis } from '@cpu-bound/study/model';

/** A flag with its value, as a shell reads it. */
const INPUT = /--(?:workload|body|args) (?:'[^']*'|\S+)/g;

/**
 * Writes the command that wraps the function of a run into a service with a strategy; undefined if the workload is no
 * function.
 *
 * @param strategy its id, or a placeholder
 */
export function scaffoldCommand({ run }: Pick<Analysis, 'run'>, strategy: string): string | undefined {
  const inputs = run.command.match(INPUT) ?? [];
  const isFunction = inputs.some((input) => /^--(?:body|args) |#[^?]+\?/.test(input));
  return isFunction
    ? `pnpm bench scaffold ${strategy} ${inputs.join(' ')} --out ./${run.workload.name}-service`
    : undefined;
}
