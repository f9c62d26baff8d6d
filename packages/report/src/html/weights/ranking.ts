import { isCounted } from '@cpu-bound/study/decide/lead';
import type { Decision, NeedResult } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h, s } from 'hastscript';
import { type Strategy, sign } from '../strategies.ts';
import { sharesOf } from './shares.ts';

/** Lists the strategies in the order of the run; the page's script orders them by the reader's weights. */
export const rankingList = (decision: Decision, strategies: readonly Strategy[]): Element =>
  h('div.strategies', [
    h('p.key', { ariaHidden: 'true' }, [
      key('good', 'best or equivalent'),
      key('open', 'not shown behind'),
      key('bad', 'behind or overloaded'),
    ]),
    h(
      'ol#ranking',
      { ariaLabel: 'Strategies' },
      strategies.map((strategy) => place(decision, strategy)),
    ),
  ]);

/** Explains a part of a bar: its share of the needs, or of their weight. */
const key = (part: string, means: string): Element =>
  h('span', [s('svg.bar', s(`rect.${part}`, { width: '100%', height: '100%' })), means]);

function place({ needs, undominated }: Decision, strategy: Strategy): Element {
  const counted = needs.filter(isCounted);
  return h('li.place', { dataStrategy: strategy.id }, [
    h('div.title', [sign(strategy), h('b', strategy.title), h('code', strategy.id)]),
    bar(counted, strategy.id),
    h('p.tally', { dataOfAll: tally(counted, strategy.id) }, tally(counted, strategy.id)),
    ...(undominated.includes(strategy.id) ? [] : [h('p.tag', 'another is as good in every need')]),
    h('p.score'),
    h('p.held'),
  ]);
}

/** Draws all counted needs with the same weight, until the reader weighs them. */
function bar(counted: readonly NeedResult[], id: string): Element {
  const shares = sharesOf(counted, id, Object.fromEntries(counted.map((need) => [need.id, 1])));
  const part = (name: keyof typeof shares, from: number) =>
    s(`rect.${name}`, { x: `${from * 100}%`, width: `${shares[name] * 100}%`, y: 0, height: '100%' });
  return s('svg.bar', { ariaHidden: 'true' }, [
    part('good', 0),
    part('open', shares.good),
    part('bad', shares.good + shares.open),
  ]);
}

/** `best or equivalent in 3 of 8 needs, behind in 4` */
function tally(counted: readonly NeedResult[], id: string): string {
  const count = (...kinds: readonly string[]) =>
    counted.filter(({ standings }) => kinds.includes(standings[id]?.kind ?? 'not-measured')).length;
  if (counted.length === 0) return 'compared in no need';
  const parts = [
    [count('best', 'equivalent'), `best or equivalent in`],
    [count('not-shown-behind'), 'not shown behind in'],
    [count('not-judged'), 'not judged yet in'],
    [count('behind'), 'behind in'],
    [count('overloaded'), 'overloaded in'],
    [count('questioned'), 'questioned in'],
    [count('not-measured'), 'not measured in'],
  ] as const;
  const [first, ...others] = parts.filter(([n]) => n > 0).map(([n, words]) => `${words} ${n}`);
  return [`${first} of ${counted.length} needs`, ...others].join(', ');
}
