import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis, Decision } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { inline } from '../markdown.ts';
import { answers, question } from './answer.ts';
import { machineAside } from './machine.ts';

/** Builds the card with the question, its answers, and their origin. */
export function topCard(decision: Decision, analysis: Analysis): Element {
  const warnings = warningsOf(analysis);
  return h('section.card.top', { ariaLabelledBy: ['question'] }, [
    h('h1#question', question(analysis)),
    ...(warnings.length > 0
      ? [h('p.warning', [h('b', 'Warning: '), ...inline(`${warnings.join('; ')}.`)])]
      : []),
    ...aboutFunction(analysis).map((sentence) =>
      h('p.warning', [h('b', 'The function: '), ...inline(`${sentence}.`)]),
    ),
    h('div.answer', answers(analysis)),
    machineAside(decision, analysis),
  ]);
}
