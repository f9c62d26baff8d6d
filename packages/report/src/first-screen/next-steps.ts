import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { moreCommand, namedFolder } from '@cpu-bound/study/analyse/commands';
import { exampleOf } from '@cpu-bound/study/decide/case';
import { measurementsIn } from '@cpu-bound/study/decide/measurements';
import { answerRows } from '@cpu-bound/study/decide/rows';
import { isCounted, isOpenRelation } from '@cpu-bound/study/decide/standing';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import { table } from '../tables/markdown.ts';

/** Returns needs without a finding that a question measures. */
export const openNeeds = ({ decision }: Pick<Analysis, 'decision'>): NeedResult[] =>
  decision.needs.filter(
    ({ question, measured, why }) => question !== undefined && !measured && why === undefined,
  );

/** The needs that the example weighs, if this run compared them. */
const EXAMPLE = ['light-requests', 'throughput'];

/** `--need light-requests=3 --need throughput`, of needs that this run compared; undefined without one. */
export function exampleWeights({ decision }: Pick<Analysis, 'decision'>): string | undefined {
  const counted = decision.needs.filter(isCounted).map(({ id }) => id);
  const [first, second] = new Set([...EXAMPLE.filter((id) => counted.includes(id)), ...counted]);
  if (first === undefined) return undefined;
  return `--need ${first}=3${second === undefined ? '' : ` --need ${second}`}`;
}

/** Lists what a reader can do next, each with a command that runs as it is printed. */
export function nextSteps(analysis: Analysis): readonly (readonly [what: string, command: string])[] {
  const { decision, run, scenarios } = analysis;
  const folder = namedFolder(analysis);
  const example = exampleOf(measurementsIn(analysis));
  const isOpen = decision.needs.some(
    (need) => isCounted(need) && need.pairs.some(({ relation }) => isOpenRelation(relation)),
  );
  const missing = new Set(openNeeds(analysis).flatMap(({ question }) => question ?? []));
  const isTuned = run.workload.requests !== undefined || 'workers' in scenarios;
  const weights = exampleWeights(analysis);
  const service = scaffoldCommand(analysis);
  return [
    example && [
      'ask for your load',
      `npx -y pnpm@12 bench report${folder} --rate ${example.rate} --p99 ${example.p99}ms`,
    ],
    isOpen && ['decide more comparisons', moreCommand(analysis)],
    missing.size > 0 && ['measure what was not', moreCommand(analysis, ...missing)],
    !isTuned && ['find the best number of workers', moreCommand(analysis, 'workers')],
    weights !== undefined && ['write the decision record', `npx -y pnpm@12 bench adr${folder} ${weights}`],
    service !== undefined && ['write the service', service],
  ].filter((step): step is [string, string] => Array.isArray(step));
}

/** Writes the same as a table. */
export function nextTable(analysis: Analysis): string {
  const steps = nextSteps(analysis).map(([what, command]) => [what, `\`${command}\``]);
  return steps.length === 0 ? '' : table(['next', 'command'], steps, 'l');
}

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
