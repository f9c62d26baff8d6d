import type { Analysis } from '@cpu-bound/study/model';

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
