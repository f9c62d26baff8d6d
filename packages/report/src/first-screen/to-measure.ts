import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import type { NeedResult } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { isOpen } from '../decision/answer.ts';

/** A question measures it, and it does not repeat another need. */
const isCountable = ({ question, restates }: NeedResult) => question !== undefined && restates === undefined;

/** Needs that nothing was found about, although a question measures them. */
export const openNeeds = ({ decision: { needs } }: Analysis): NeedResult[] => needs.filter(isOpen);

/**
 * Needs that were not measured, with the command that measures them; and needs that were measured without a figure.
 */
export function toMeasure(analysis: Analysis): string {
  const { needs } = analysis.decision;
  const late = needs.filter(({ measured, question, why }) => !measured && question !== undefined && why);
  const countable = needs.filter(isCountable);
  const open = openNeeds(analysis);
  const questions = [...new Set(open.flatMap(({ question }) => question ?? []))];
  return [
    ...(questions.length > 0
      ? [
          `**Not measured**: ${open.length} of ${format.count(countable.length, 'need')}. \`${moreCommand(analysis, ...questions)}\``,
        ]
      : []),
    ...(analysis.run.workload.requests || analysis.scenarios.workers
      ? []
      : [`**How many workers**: \`${moreCommand(analysis, 'workers')}\``]),
    ...late.map(({ title, why }) => `**No figure** for ${title}: ${why}.`),
  ].join(' ');
}
