import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { inline } from '../markdown.ts';
import type { Strategy } from '../strategies.ts';
import { weightSlider } from '../weights/slider.ts';
import { type Drawn, needLine } from './need.ts';

/** A group's card: its weight, a line for each need that was measured, and what was not. */
export function groupCard(
  group: string,
  drawn: readonly Drawn[],
  strategies: readonly Strategy[],
  analysis: Pick<Analysis, 'run'>,
): Element {
  const id = `group-${group.replaceAll(' ', '-')}`;
  const measured = drawn.filter(({ need }) => need.measured);
  const missing = drawn.filter(({ need }) => !need.measured);
  return h('section.card.group', { ariaLabelledBy: [id], dataGroup: group }, [
    h('header', [
      h('h2', { id }, title(group)),
      ...(measured.length > 0 ? [weightSlider(`weight-${id}`, `Weight of ${group}`)] : []),
    ]),
    ...(measured.length > 0 ? [] : [h('p', 'No need of this group was measured.')]),
    ...measured.map((one) => needLine(one, strategies)),
    ...(missing.length > 0
      ? [
          h(
            'ul.missing',
            { ariaLabel: 'Not measured' },
            missing.map(({ need }) => unmeasured(need, analysis)),
          ),
        ]
      : []),
  ]);
}

const title = (group: string) => group.charAt(0).toUpperCase() + group.slice(1);

/** What was not measured, and the command that measures it; or why it has no figure. */
function unmeasured({ title: need, why, question }: NeedResult, analysis: Pick<Analysis, 'run'>): Element {
  if (why !== undefined || question === undefined)
    return h('li', [`No figure: ${need}${why ? ': ' : ''}`, ...inline(why ?? ''), '.']);
  return h('li', [`Not measured: ${need}. `, h('code', moreCommand(analysis, question))]);
}
