import type { Element } from 'hast';
import { h } from 'hastscript';
import type { PageData, RatedStrategy } from '../data.ts';

/** The bound of the example, in milliseconds: a response time that readers call quick. */
const EXAMPLE_P99 = 100;

/** Returns the run's lowest rate and a bound: the case that the form shows at first. */
export function exampleOf(rated: readonly RatedStrategy[]): Pick<PageData, 'example'> {
  const rates = ratesOf(rated);
  const lowest = Math.min(...rates);
  // Rounds below the measured rate, whose answer then holds, too.
  const step = 10 ** Math.floor(Math.log10(lowest) - 1);
  const perSecond = Math.floor(lowest / step) * step;
  return rates.length === 0 ? {} : { example: { perSecond, p99: EXAMPLE_P99 } };
}

const ratesOf = (rated: readonly RatedStrategy[]) =>
  rated.flatMap(({ rates }) => rates.map(({ perSecond }) => perSecond));

/** Draws the form of the reader's own case: a rate, and a bound for the p99. */
export function caseCard(rated: readonly RatedStrategy[]): Element[] {
  const highest = Math.max(0, ...ratesOf(rated));
  if (highest === 0) return [];
  return [
    h('form#case.card.controls', { ariaLabelledBy: ['case-title'] }, [
      h('h2#case-title', 'Your case'),
      h('p.fields', [
        field('rate', 'requests per second', { max: Math.ceil(highest * 10) }),
        field('p99', 'p99 within, ms'),
      ]),
      h('input#rate-slider', {
        type: 'range',
        min: 0,
        max: Math.ceil(highest * 1.2),
        step: 1,
        value: '0',
        ariaLabel: 'Rate, requests per second',
      }),
      h('p#case-says', { role: 'status' }),
    ]),
  ];
}

const field = (id: string, label: string, limits: Readonly<Record<string, number>> = {}): Element =>
  h('label', [
    h('input', { id, type: 'number', min: 0, step: 'any', inputMode: 'decimal', ...limits }),
    h('span', label),
  ]);
