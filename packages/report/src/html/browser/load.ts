import type { PageData } from '../data.ts';
import { type LoadWords, loadWords } from '../load.ts';
import type { State } from './state.ts';

const input = (id: string) => document.getElementById(id) as HTMLInputElement | null;
const number = (found: HTMLInputElement | null): number | undefined =>
  found && found.valueAsNumber > 0 ? found.valueAsNumber : undefined;

/** Reports each change that the reader makes to the load. */
export function onLoad(change: (given: Pick<State, 'rate' | 'p99'>) => void): void {
  const form = document.getElementById('load');
  form?.addEventListener('input', () => change({ rate: number(input('rate')), p99: number(input('p99')) }));
  form?.addEventListener('submit', (event) => event.preventDefault());
}

/** Shows the load in its fields, and the run's answer; undefined without a rate. */
export function showLoad(data: PageData, { rate, p99 }: State): LoadWords | undefined {
  set(input('rate'), rate);
  set(input('p99'), p99);
  const answer =
    rate === undefined ? undefined : loadWords(data, { rate, p99: p99 ?? Number.POSITIVE_INFINITY });
  for (const item of document.querySelectorAll<HTMLElement>('#verdicts li')) {
    const verdict = answer?.verdicts.find(({ id }) => id === item.dataset.strategy);
    item.dataset.state = verdict?.state ?? '';
    fill(item.querySelector('span'), verdict?.words ?? '');
  }
  fill(document.getElementById('load-says'), answer?.says ?? 'Type the requests per second that you expect.');
  const command = document.getElementById('load-command');
  fill(command?.querySelector('code'), answer?.command ?? '');
  command?.toggleAttribute('hidden', answer?.command === undefined);
  return answer;
}

/** Sets a field unless it has this value, so that a reader who types `40.` is not disturbed. */
function set(found: HTMLInputElement | null, value: number | undefined): void {
  if (found && number(found) !== value) found.value = value === undefined ? '' : String(value);
}

/** A status that has not changed is not read out again. */
function fill(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
