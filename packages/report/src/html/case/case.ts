import { count, interval as intervalText } from '@cpu-bound/study/format';
import { keeps, type Wanted } from '../../size/size.ts';
import type { PageData, Rated } from '../data.ts';

/** Drawn in the reader's browser, too: it imports what runs there. */

export type CaseAnswer = {
  /** Of all strategies, in a sentence. */
  readonly says: string;
  /** Of each strategy, by id. */
  readonly of: Readonly<Record<string, { readonly holds: 'yes' | 'no' | 'not known'; readonly why: string }>>;
};

/** Which strategies hold a rate and a bound, by what this run measured and by no model. */
export function answerCase(
  { rated, baseline, workers }: Pick<PageData, 'rated' | 'baseline' | 'workers'>,
  wanted: Wanted,
): CaseAnswer {
  const found = rated.map((one) => ({ one, kept: holding(one, wanted) }));
  const of = Object.fromEntries(found.map(({ one, kept }) => [one.id, kept]));
  const titles = (holds: string) =>
    found.filter(({ kept }) => kept.holds === holds).map(({ one }) => one.title);
  const base = found.find(({ one }) => one.id === baseline);
  const others = titles('yes').filter((title) => title !== base?.one.title);
  if (base?.kept.holds === 'yes')
    return {
      of,
      says: `Enough for that: ${base.one.title}. ${capital(base.kept.why)}. You need no other strategy for it.`,
    };
  if (others.length > 0) {
    const rest = base ? ` ${capital(base.one.title)}: ${base.kept.why}.` : '';
    return {
      of,
      says: `With ${count(workers, 'worker')}, ${list(others)} ${others.length > 1 ? 'hold' : 'holds'} that.${rest}`,
    };
  }
  return found.some(({ kept }) => kept.holds === 'not known')
    ? {
        of,
        says: 'This run does not show that any strategy holds that: see below what was measured of each.',
      }
    : { of, says: 'No strategy holds that on this machine.' };
}

function holding(one: Rated, wanted: Wanted): CaseAnswer['of'][string] {
  const kept = keeps(one, wanted);
  if (kept.answer === 'not known') {
    const measured = one.rates.length > 0 ? `measured: ${measuredRates(one)}` : 'no rate was measured';
    return { holds: 'not known', why: measured };
  }
  const { perSecond, p99 } = kept.by;
  const at = `at ${rateText(perSecond)} requests/s`;
  const figure = p99 ? `its p99 was ${intervalText(p99)} ms ${at}` : `it is overloaded ${at}`;
  return { holds: kept.answer, why: figure };
}

const measuredRates = ({ rates }: Rated): string =>
  rates
    .map(
      ({ perSecond, p99 }) => `${rateText(perSecond)}/s (${p99 ? `${intervalText(p99)} ms` : 'overloaded'})`,
    )
    .join(', ');

const rateText = (perSecond: number) => perSecond.toLocaleString('en-GB', { maximumSignificantDigits: 3 });
const list = (titles: readonly string[]) => titles.join(titles.length > 2 ? ', ' : ' and ');
const capital = (text: string) =>
  text.startsWith('node:') ? text : text.charAt(0).toUpperCase() + text.slice(1);
