import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import * as format from '@cpu-bound/study/format';
import { type Analysis, GROUPS } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { absentBy } from '../../decision/absence.ts';
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
      ...measured.map((need) => needLine(need, strategies)),
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
  const open = missing.filter(({ why, question }) => why === undefined && question !== undefined);
  const explained = missing.filter((need) => !open.includes(need));
  if (missing.length === 0) return [];
  return [
    h('section.card.missing', { ariaLabel: 'Not measured' }, [
      ...absentBy(open).map(({ state, needs }) =>
        h('p', [
          h('b', format.capital(state)),
          `: ${needs.map(({ title }) => title).join('; ')}. `,
          h('code', moreCommand(analysis, ...new Set(needs.flatMap(({ question }) => question ?? [])))),
        ]),
      ),
      ...explained.map(({ title, why, absence = 'no figure' }) =>
        h('p', [h('b', format.capital(absence)), `: ${title}${why ? ': ' : ''}`, ...inline(why ?? ''), '.']),
      ),
    ]),
  ];
}
