import type { PublishedStudy } from '../../machines/study.ts';
import { type Filter, filterNames, matching, remainder, rowsOf } from '../../machines/tally.ts';

/** This script runs in the reader's browser. The address holds the filter, and the table follows it. */

const studies: readonly PublishedStudy[] = JSON.parse(document.getElementById('data')?.textContent ?? '');
const selects = filterNames.flatMap((name) => {
  const select = document.querySelector<HTMLSelectElement>(`select[name="${name}"]`);
  return select ? [{ name, select }] : [];
});

/** A value that no study has counts as “any”. */
function readAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const { name, select } of selects) {
    select.value = given.get(name) ?? '';
    if (select.selectedIndex < 0) select.value = '';
  }
  show();
}

function show(): void {
  const chosen = selects.filter(({ select }) => select.value !== '');
  const filter: Filter = Object.fromEntries(chosen.map(({ name, select }) => [name, select.value]));
  const found = matching(studies, filter);
  document.getElementById('rows')?.replaceChildren(
    ...rowsOf(found).map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
      return row;
    }),
  );
  const sentence = document.getElementById('remainder');
  if (sentence) sentence.textContent = remainder(found);
}

for (const { select } of selects)
  select.addEventListener('change', () => {
    const given = selects.filter((one) => one.select.value !== '');
    const address = new URLSearchParams(given.map((one) => [one.name, one.select.value])).toString();
    history.replaceState(null, '', address === '' ? '#' : `#${address}`);
    show();
  });
addEventListener('hashchange', readAddress);
readAddress();
document.documentElement.classList.add('live');
