import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis, Decision } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { HOW_RANKED } from '../../decision/choice.ts';
import { caseForm } from '../case/form.ts';
import type { Rated } from '../data.ts';
import { inline } from '../markdown.ts';
import type { Strategy } from '../strategies.ts';
import { answers, question } from './answer.ts';
import { machineAside } from './machine.ts';
import { rankingList } from './ranking.ts';

/** The question, its answer, the reader's own case, and the strategies. */
export function topCard(
  decision: Decision,
  analysis: Analysis,
  strategies: readonly Strategy[],
  rated: readonly Rated[],
): Element {
  const warnings = warningsOf(analysis);
  return h('section.card.top', { ariaLabelledBy: ['question'] }, [
    h('div.says', [
      h('h1#question', question(analysis)),
      ...(warnings.length > 0
        ? [h('p.warning', [h('b', 'Warning: '), ...inline(`${warnings.join('; ')}.`)])]
        : []),
      ...aboutFunction(analysis).map((sentence) =>
        h('p.warning', [h('b', 'The function: '), ...inline(`${sentence}.`)]),
      ),
      h('div.answer', answers(analysis)),
    ]),
    machineAside(decision, analysis),
    h('div.yours', [...caseForm(rated), weightsForm()]),
    rankingList(decision, strategies),
  ]);
}

const weightsForm = (): Element =>
  h('div.controls#weights', { role: 'group', ariaLabelledBy: ['weights-title'] }, [
    h('h2#weights-title', 'Your weights'),
    h('p#choice', { role: 'status' }),
    h('p.command', { hidden: true }, h('code#command')),
    h('p.how', [
      `${HOW_RANKED} `,
      h('button#reset', { type: 'button', hidden: true }, 'Take all weights back'),
    ]),
  ]);
