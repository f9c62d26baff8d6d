import { answerTarget, type CaseWords, caseWords } from '../case/case.ts';
import type { PageData } from '../data.ts';
import type { State } from './state.ts';

const input = (id: string) => document.getElementById(id) as HTMLInputElement | null;
const number = (found: HTMLInputElement | null): number | undefined =>
  found && found.valueAsNumber > 0 ? found.valueAsNumber : undefined;

/** Reports each change that the reader makes to the case in its inputs. */
export function onCase(change: (given: Pick<State, 'rate' | 'p99'>) => void): void {
  const [field, p99, slider] = [input('rate'), input('p99'), input('rate-slider')];
  const tell = (rate: number | undefined) => change({ rate, p99: number(p99) });
  field?.addEventListener('input', () => tell(number(field)));
  p99?.addEventListener('input', () => tell(number(field)));
  slider?.addEventListener('input', () => tell(number(slider)));
  document.getElementById('case')?.addEventListener('submit', (event) => event.preventDefault());
}

/**
 * Shows the case in its inputs (the slider and the field of the rate have the same value), and the run's answer;
 * undefined if no rate is given.
 */
export function showCase(data: PageData, { rate, p99 }: State): CaseWords | undefined {
  set(input('rate'), rate);
  set(input('p99'), p99);
  const slider = input('rate-slider');
  if (slider) slider.value = String(rate ?? 0);
  const within = document.getElementById('case-within');
  if (within) within.textContent = p99 === undefined ? '' : answerTarget(data, p99);
  const says = document.getElementById('case-says');
  if (!says) return undefined;
  if (rate === undefined) {
    says.textContent =
      'Enter your request rate and the longest p99 that you accept. The answer comes from measured figures, not from a model.';
    return undefined;
  }
  const answer = caseWords(data, { rate, p99: p99 ?? Number.POSITIVE_INFINITY });
  says.textContent = answer.says;
  return answer;
}

/** Sets a field unless it has this value, so that a reader who types `40.` is not disturbed. */
function set(found: HTMLInputElement | null, value: number | undefined): void {
  if (found && number(found) !== value) found.value = value === undefined ? '' : String(value);
}
