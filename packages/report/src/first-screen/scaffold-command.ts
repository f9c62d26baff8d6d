import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { answerRows } from '@cpu-bound/study/decide/rows';
import type { Analysis } from '@cpu-bound/study/model';

/** A flag about the function, with its value as a shell reads it. */
const INPUT = /--(?:workload|body|args|type|env) (?:'(?:[^']|'\\'')*'|\S+)|--answers-differ/g;

/**
 * Writes the command that wraps the function of a run into a service with a strategy; undefined if the workload is no
 * function.
 *
 * @param strategy default: the first that the run gives a reason to take
 */
export function scaffoldCommand(
  { run, decision, contestants }: Pick<Analysis, 'run' | 'decision' | 'contestants'>,
  strategy: string = strategyIn({ decision, contestants }),
): string | undefined {
  const inputs = run.command.match(INPUT) ?? [];
  const isFunction = inputs.some((input) => /^--(?:body|args) |#[^?]+\?/.test(input));
  return isFunction
    ? `npx -y pnpm@12 bench scaffold ${strategy} ${inputs.join(' ')} --out ${shellWord(`./${run.workload.name}-service`)}`
    : undefined;
}

/** Writes the same command for a run of a built-in workload: its reader has a function, which has no name yet. */
export const scaffoldTemplate = (analysis: Pick<Analysis, 'decision' | 'contestants'>): string =>
  `npx -y pnpm@12 bench scaffold ${strategyIn(analysis)} --workload ./FILE.ts#FUNCTION --body 'samples/*.json' --out ./FOLDER`;

/** Returns the first leader of the answer rows; a place for one if nobody leads. A peer has no sources to write. */
function strategyIn({ decision, contestants }: Pick<Analysis, 'decision' | 'contestants'>): string {
  const taken = answerRows({ decision, contestants }).flatMap(({ state, leaders }) =>
    state === 'led' ? leaders : [],
  );
  const isStrategy = (id: string) =>
    contestants.some((contestant) => contestant.id === id && contestant.peerOf === undefined);
  return taken.find(isStrategy) ?? 'STRATEGY';
}
