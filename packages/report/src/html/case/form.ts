import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Measurements } from '../../size/case.ts';

/** Draws the form of the reader's own case: a rate, and a bound for the p99. */
export function caseCard({ strategies, search }: Measurements): Element[] {
  const measured = [...strategies.flatMap(({ rates }) => rates), ...(search?.windows ?? [])];
  const highest = Math.max(0, ...measured.map(({ perSecond }) => perSecond));
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
      ...(search ? [h('p#case-within', { role: 'status' })] : []),
    ]),
  ];
}

const field = (id: string, label: string, limits: Readonly<Record<string, number>> = {}): Element =>
  h('label', [
    h('input', { id, type: 'number', min: 0, step: 'any', inputMode: 'decimal', ...limits }),
    h('span', label),
  ]);
