import type { Element } from 'hast';
import { h } from 'hastscript';
import type { PageData, Rated } from '../data.ts';

/** The bound of the example, in milliseconds: what a reader would call quick. */
const EXAMPLE_P99 = 100;

/** The run's lowest rate, and a bound: the case that stands in the form at first. */
export function exampleOf(rated: readonly Rated[]): Pick<PageData, 'example'> {
  const rates = ratesOf(rated);
  const lowest = Math.min(...rates);
  // Below the measured rate, whose answer holds for it, too.
  const step = 10 ** Math.floor(Math.log10(lowest) - 1);
  const perSecond = Math.floor(lowest / step) * step;
  return rates.length === 0 ? {} : { example: { perSecond, p99: EXAMPLE_P99 } };
}

const ratesOf = (rated: readonly Rated[]) =>
  rated.flatMap(({ rates }) => rates.map(({ perSecond }) => perSecond));

/** The reader's own case: a rate, and what the slowest of a hundred may take. */
export function caseCard(rated: readonly Rated[]): Element[] {
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
