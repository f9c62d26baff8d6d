import type { Element } from 'hast';
import { h } from 'hastscript';
import type { PublishedStudy } from '../machines/study.ts';
import { FILTERS, filterNames, HEADER, remainder, rowsOf } from '../machines/tally.ts';
import { document } from './document.ts';

const LABELS = { cores: 'Cores', cpu: 'CPU', workload: 'Workload' } as const;

/** Builds the same table as one HTML file, in which a reader filters the studies; the address holds the filter. */
export function machinesHtml(studies: readonly PublishedStudy[]): string {
  const title = 'Verdicts on several machines';
  const main = h('section.card', [
    h('h1', title),
    h(
      'p',
      'How many studies, on how many machines, have which verdict: that of the first strategy of a pair to the second.',
    ),
    h(
      'form.filters',
      filterNames.map((name) => filterOf(name, studies)),
    ),
    h('p#remainder', { ariaLive: 'polite' }, remainder(studies)),
    h('div.scrolls', { tabIndex: 0, role: 'region', ariaLabel: 'Verdicts' }, [
      h('table', [
        h(
          'thead',
          h(
            'tr',
            HEADER.map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody#rows',
          rowsOf(studies).map((row) =>
            h(
              'tr',
              row.map((cell) => h('td', cell)),
            ),
          ),
        ),
      ]),
    ]),
  ]);
  return document(title, [main], studies, 'machines');
}

function filterOf(name: (typeof filterNames)[number], studies: readonly PublishedStudy[]): Element {
  const values = [...new Set(studies.map(FILTERS[name]))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  return h('label', [
    `${LABELS[name]} `,
    h('select', { name }, [
      h('option', { value: '' }, 'any'),
      ...values.map((value) => h('option', { value }, value)),
    ]),
  ]);
}
