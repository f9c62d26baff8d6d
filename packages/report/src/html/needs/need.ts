import * as format from '@cpu-bound/study/format';
import type { NeedResult } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Strategy } from '../strategies.ts';
import { lanes } from './lanes.ts';
import type { Numbers } from './numbers.ts';
import { pairSentences } from './pairs.ts';
import { roundsChart } from './rounds.ts';

/** The data from which a need's line is drawn. */
export type NeedDrawing = {
  readonly need: NeedResult;
  readonly numbers: Numbers | undefined;
  /** The id of the section with the method of measurement. */
  readonly method: string | undefined;
};

/** Draws a need as a line: its name, the strategies on one axis, and its details, which open. */
export function needLine({ need, numbers, method }: NeedDrawing, strategies: readonly Strategy[]): Element {
  const more = `more-${need.id}`;
  const better = numbers ? `${numbers.better} is better` : '';
  const uncounted = need.uncounted === undefined ? [] : ['not counted'];
  return h('article.need', { id: `need-${need.id}`, dataNeed: need.id }, [
    h('div.about', [
      h('h3', h('button.open', { type: 'button', ariaExpanded: 'false', ariaControls: more }, need.title)),
      h('p', [need.unit, ...(better ? [better] : []), ...uncounted].join(' · ')),
    ]),
    lanes(need, numbers, strategies),
    h('div.more', { id: more, hidden: true }, details({ need, numbers, method }, strategies)),
  ]);
}

function details({ need, numbers, method }: NeedDrawing, strategies: readonly Strategy[]): Element[] {
  const { pairs, measured, uncounted } = need;
  const chart = numbers && roundsChart(need.title, numbers, strategies);
  const sentences = pairSentences(pairs, numbers).map((text) => h('li', `${text}.`));
  return [
    ...(sentences.length > 0 ? [h('ul.pairs', sentences)] : []),
    ...(chart ? [chart] : []),
    h('p.how', [
      `Measured ${measured?.under ?? ''}${wording.ofWindow(measured)}${measured && measured.n > 0 ? `, ${format.count(measured.n, 'round')}` : ''}. `,
      ...(uncounted === undefined ? [] : [`Not counted: ${uncounted}. `]),
      ...(method === undefined ? [] : [h('a', { href: `#${method}` }, 'How it was measured')]),
    ]),
  ];
}
