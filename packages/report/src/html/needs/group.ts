import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import * as format from '@cpu-bound/study/format';
import { type Analysis, GROUPS, type NeedResult } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { inline } from '../markdown.ts';
import type { Strategy } from '../strategies.ts';
import { type NeedDrawing, needLine } from './need.ts';

/** Builds a group's card, with a line for each measured need; empty if none was measured. */
function groupCard(group: string, drawn: readonly NeedDrawing[], strategies: readonly Strategy[]): Element[] {
  const id = `group-${group.replaceAll(' ', '-')}`;
  const measured = drawn.filter(({ need }) => need.group === group && need.measured);
  if (measured.length === 0) return [];
  return [
    h('section.card.group', { ariaLabelledBy: [id], dataGroup: group }, [
      h('h2', { id }, format.capital(group)),
      ...measured.map((one) => needLine(one, strategies)),
    ]),
  ];
}

/** Builds the cards of all groups, after an explanation and before the needs that were not measured. */
export function groupCards(
  drawn: readonly NeedDrawing[],
  strategies: readonly Strategy[],
  analysis: Pick<Analysis, 'run'>,
): Element[] {
  const cards = GROUPS.flatMap((group) => groupCard(group, drawn, strategies));
  return [
    ...(cards.length > 0 ? [h('p.hint', HINT), h('div.groups', cards)] : []),
    ...missingCard(drawn, analysis),
  ];
}

const HINT =
  'Each line is a need: a mark for each strategy, with its 95 % interval; dashed and hollow: the range of too few rounds for one. Each line says whether higher or lower is better. Bold is best, or equivalent to the best. Point at a line for its figures, or use Tab and the arrow keys. A need’s name opens its details.';

/** Lists the needs that were not measured, with the command that measures them, and those without a figure. */
function missingCard(drawn: readonly NeedDrawing[], analysis: Pick<Analysis, 'run'>): Element[] {
  const missing = drawn.flatMap(({ need }) => (need.measured ? [] : [need]));
  const isOpen = ({ why, question }: NeedResult) => why === undefined && question !== undefined;
  const open = missing.filter(isOpen);
  const without = missing.filter((need) => !isOpen(need));
  if (missing.length === 0) return [];
  return [
    h('section.card.missing', { ariaLabel: 'Not measured' }, [
      ...(open.length > 0
        ? [
            h('p', [
              h('b', 'Not measured'),
              `: ${open.map((need) => need.title).join('; ')}. `,
              h('code', moreCommand(analysis, ...new Set(open.flatMap(({ question }) => question ?? [])))),
            ]),
          ]
        : []),
      ...without.map(({ title: need, why }) =>
        h('p', [h('b', 'No figure'), `: ${need}${why ? ': ' : ''}`, ...inline(why ?? ''), '.']),
      ),
    ]),
  ];
}
