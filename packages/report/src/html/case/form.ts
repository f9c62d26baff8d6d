import * as format from '@cpu-bound/study/format';
import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Rated } from '../data.ts';

/** The reader's own case: a rate, and what the slowest of a hundred may take. */
export function caseForm(rated: readonly Rated[]): Element[] {
  const measured = rated.flatMap(({ rates }) => rates.map(({ perSecond }) => perSecond));
  const highest = Math.max(0, ...measured);
  if (highest === 0) return [];
  return [
    h('form#case.controls', { ariaLabelledBy: ['case-title'] }, [
      h('h2#case-title', 'Your case'),
      h('p.fields', [
        field('rate', 'requests per second', {
          max: Math.ceil(highest * 10),
          placeholder: format.number(Math.min(...measured)),
        }),
        field('p99', 'p99 within, ms', { placeholder: '100' }),
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

const field = (id: string, label: string, limits: Readonly<Record<string, number | string>>): Element =>
  h('label', [
    h('input', { id, type: 'number', min: 0, step: 'any', inputMode: 'decimal', ...limits }),
    h('span', label),
  ]);
