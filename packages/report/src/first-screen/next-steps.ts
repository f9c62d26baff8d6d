import { moreCommand, namedFolder } from '@cpu-bound/study/analyse/commands';
import { isCounted } from '@cpu-bound/study/decide/lead';
import { isOpenRelation } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import { exampleOf } from '../size/example.ts';
import { measurementsIn } from '../size/measured.ts';
import { table } from '../tables/table.ts';
import { scaffoldCommand } from './scaffold-command.ts';

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
  const example = exampleOf(measurementsIn(analysis), format.printed);
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
