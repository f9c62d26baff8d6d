import { isCounted } from '@cpu-bound/study/decide/lead';
import * as format from '@cpu-bound/study/format';
import { type Decision, GROUPS, type Group } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { HOW_RANKED } from '../../decision/choice.ts';
import type { Strategy } from '../strategies.ts';
import { rankingList } from './ranking.ts';

/** Builds the card of the reader's weights and of the strategies that they rank; empty if no two were compared. */
export function weightsCard(decision: Decision, strategies: readonly Strategy[]): Element[] {
  if (!decision.needs.some(isCounted)) return [];
  return [
    h('section.card.weighing', { ariaLabelledBy: ['weights-title'] }, [
      h('div.controls#weights', [
        h('h2#weights-title', 'Your weights'),
        ...GROUPS.flatMap((group) => groupWeights(group, decision)),
        h('p.how', h('button#reset', { type: 'button', hidden: true }, 'Reset all weights')),
      ]),
      rankingList(decision, strategies),
      h('div.controls.chosen', [
        h('p#choice', { role: 'status' }),
        h('p.command', { hidden: true }, h('code#command')),
        h('p.how', HOW_RANKED),
      ]),
    ]),
  ];
}

/** Builds a slider for a group, and below it, folded, a slider for each need. */
function groupWeights(group: Group, { needs }: Decision): Element[] {
  const own = needs.filter((need) => need.group === group && isCounted(need));
  if (own.length === 0) return [];
  const name = format.capital(group);
  return [
    h('div.weights-of', [
      weightSlider(`weight-group-${group.replaceAll(' ', '-')}`, name),
      h('details', [
        h('summary', 'Each need'),
        ...own.map(({ id, title }) => h('div', { dataNeed: id }, weightSlider(`weight-${id}`, title))),
      ]),
    ]),
  ];
}

/** A slider with three places: nothing, some, much. */
const weightSlider = (id: string, label: string): Element =>
  h('p.weight', [
    h('label', { htmlFor: id }, label),
    h('input', { type: 'range', id, min: 0, max: 2, step: 1, value: '0', ariaValueText: 'nothing' }),
    h('output', { htmlFor: id, ariaHidden: 'true' }, 'nothing'),
  ]);
