import { isCounted } from '@cpu-bound/study/decide/lead';
import type { Decision } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { HOW_RANKED } from '../decision/choice.ts';
import type { PageData } from './data.ts';
import { loadWords } from './load.ts';

/** Builds the card in which a reader types a load and weights; nothing if the run can answer neither. */
export function readersCard(data: PageData, decision: Decision): Element[] {
  const parts = [...loadForm(data), ...weightsForm(decision)];
  return parts.length === 0 ? [] : [h('section.card.yours', { ariaLabel: 'Your load and weights' }, parts)];
}

/** The form of a load, with the verdict on each strategy, which is there without a script. */
function loadForm(data: PageData): Element[] {
  const { example } = data;
  if (!example) return [];
  const { verdicts, says, command } = loadWords(data, example);
  return [
    h('form#load', [
      h('h2', 'Your load'),
      h('p.fields', [field('rate', 'requests/s', example.rate), field('p99', 'ms p99', example.p99)]),
      h(
        'ul#verdicts',
        { ariaLabel: 'Who keeps it' },
        verdicts.map(({ id, state, words }) =>
          h('li', { dataStrategy: id, dataState: state }, [h('b', id), ' ', h('span', words)]),
        ),
      ),
    ]),
    h('p#load-says', { role: 'status' }, says),
    h('p#load-command', { hidden: command === undefined }, [
      'Not known is measured by ',
      h('code', command ?? ''),
    ]),
  ];
}

const field = (id: string, unit: string, value: number): Element =>
  h('label', [
    h('input', { id, type: 'number', min: 0, step: 'any', inputMode: 'decimal', value: String(value) }),
    ' ',
    unit,
  ]);

/** The three weights of a need, in the form of `bench adr --need`. */
const WEIGHTS = { nothing: 0, some: 1, much: 3 } as const;

function weightsForm({ needs }: Decision): Element[] {
  const counted = needs.filter(isCounted);
  if (counted.length === 0) return [];
  return [
    h('details#weights', [
      h('summary', 'Weigh your needs'),
      h(
        'div.needs',
        counted.map(({ id, title }) => weightOf(id, title)),
      ),
      h('p#choice', { role: 'status' }),
      h('p#weights-command', { hidden: true }, h('code')),
      h('p.quiet', HOW_RANKED),
    ]),
  ];
}

const weightOf = (id: string, title: string): Element =>
  h('label', [
    h(
      'select',
      { dataNeed: id },
      Object.entries(WEIGHTS).map(([word, weight]) => h('option', { value: String(weight) }, word)),
    ),
    ' ',
    title,
  ]);
