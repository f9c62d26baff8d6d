import type { LocalContestant } from '../../contestants/manifest.ts';
import { runtimeNamed } from '../../contestants/runtimes.ts';
import { compiledBy, programOf } from './place.ts';

/** Gives a contestant the program, arguments and environment of its runtime, if it has one. */
export function onItsRuntime(contestant: LocalContestant): LocalContestant {
  const runtime = contestant.runtime && runtimeNamed(contestant.runtime.name);
  if (!runtime) return contestant;
  const { command, env } = contestant;
  const { name, args, cacheVariable } = runtime;
  const program = programOf(runtime) ?? name;
  const on = ([first, ...rest]: LocalContestant['command']): LocalContestant['command'] =>
    first === 'node' ? [program, ...args, ...rest] : [first, ...rest];
  return {
    ...contestant,
    command: on(command),
    env: { ...env, ...runtime.env, ...(cacheVariable && { [cacheVariable]: compiledBy(runtime) }) },
  };
}
