import { pairsAmong } from '@cpu-bound/stats/family';
import { firstLook } from '@cpu-bound/stats/looks';
import { type RateFigure, rangeOf } from '@cpu-bound/study/analyse/rates-within';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { firstOf, type Relate } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { Cell } from '@cpu-bound/study/model';
import type { WithinAnalysis } from './analyse.ts';

const cellOf = (figure: RateFigure): Cell =>
  figure.kind === 'rate'
    ? { kind: 'number', value: figure.rate }
    : { kind: 'bound', side: figure.kind, value: figure.perSecond };

/** Relates a bound to a figure or another bound that lies apart; there is no ratio. */
const byBounds =
  (figures: readonly RateFigure[]): Relate =>
  (contestant, against) => {
    const [one, other] = [contestant, against].map((id) => figures.find((each) => each.contestant === id));
    const rounds = firstLook(pairsAmong(figures.length));
    if (!one || !other || (one.kind === 'rate' && other.kind === 'rate')) return undefined;
    if (Math.min(one.rounds, other.rounds) < rounds) return undefined;
    const [[low, high], [otherLow, otherHigh]] = [rangeOf(one), rangeOf(other)];
    if (low > otherHigh) return 'better';
    return high < otherLow ? 'worse' : 'inconclusive';
  };

/** The most requests per second within the reader's p99. */
const within: Need<WithinAnalysis> = {
  id: 'within',
  title: 'traffic within the p99',
  group: 'speed',
  purpose: 'traffic',
  figure: 'requests/s',
  order: 23,
  answer({ search, figures, comparisons, rounds }, { contestants }) {
    if (!search || figures.length === 0) return undefined;
    const ids = new Set(contestants.map(({ id }) => id));
    const own = figures.filter(({ contestant }) => ids.has(contestant));
    const compared = comparedBy(comparisons, 'rate-within', search.condition);
    return {
      ...compared,
      under: `p99 within ${format.givenTime(search.targetMs)}`,
      row: {
        noun: `rate with p99 within ${format.givenTime(search.targetMs)}, /s`,
        unit: 'requests/s',
        isNamed: true,
      },
      n: rounds,
      windowSeconds: search.seconds,
      better: 'higher',
      cells: Object.fromEntries(own.map((one) => [one.contestant, cellOf(one)])),
      relate: firstOf(compared.relate, byBounds(own)),
    };
  },
};

export const needs: readonly Need<WithinAnalysis>[] = [within];
