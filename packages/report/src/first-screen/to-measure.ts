import { moreCommand, namedFolder } from '@cpu-bound/study/analyse/more-command';
import { answersOf, isOpen } from '@cpu-bound/study/decide/answer';
import { isCounted } from '@cpu-bound/study/decide/lead';
import * as format from '@cpu-bound/study/format';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import { absentBy } from '../decision/absence.ts';
import { joined, listed } from '../tables/sentences.ts';
import { scaffoldCommand } from './scaffold-command.ts';

/** Returns needs without a finding, although a question measures them. */
export const openNeeds = ({ decision }: Analysis): NeedResult[] => decision.needs.filter(isOpen);

/** Writes the commands that follow from an answer: the number of workers, the decision, and a service. */
export function nextSteps(analysis: Analysis): string {
  const { workload } = analysis.run;
  const isUndecided = answersOf(analysis.decision).some(({ take }) => take.length === 0);
  const toDeploy = scaffoldCommand(analysis);
  const steps = joined(
    [
      isUndecided && `\`${moreCommand(analysis)}\` adds rounds, which may show a difference`,
      !workload.requests &&
        !analysis.scenarios.workers &&
        `\`${moreCommand(analysis, 'workers')}\` tells how many workers are best`,
      analysis.decision.needs.some(isCounted) &&
        `\`npx -y pnpm@12 bench adr${namedFolder(analysis)}\` writes the decision record`,
      toDeploy !== undefined && `\`${toDeploy}\` writes the service`,
    ],
    ' · ',
  );
  return steps === '' ? '' : `**Next**: ${steps}`;
}

/**
 * Lists needs that were not measured, with the command that measures them, and needs that were measured without a
 * figure.
 */
export function toMeasure(analysis: Analysis): string {
  const { needs } = analysis.decision;
  const late = needs.filter(({ measured, question, why }) => !measured && question !== undefined && why);
  const countable = needs.filter(({ question }) => question !== undefined);
  const open = openNeeds(analysis);
  const questions = new Set(open.flatMap(({ question }) => question ?? []));
  const parts = absentBy(open).map(({ state, needs: own }) =>
    state === 'not measured'
      ? `**Not measured**: ${own.length} of ${format.count(countable.length, 'need')}.`
      : `**No figure** for ${listed(own.map(({ title }) => title))}: no window gave one.`,
  );
  return joined(
    [
      ...parts,
      questions.size > 0 && `\`${moreCommand(analysis, ...questions)}\``,
      ...late.map(({ title, why }) => `**No figure** for ${title}: ${why}.`),
    ],
    ' ',
  );
}
