import { rank } from '@cpu-bound/study/decide/rank';
import { choiceText } from '../../decision/choice.ts';
import type { PageData } from '../data.ts';
import type { LoadWords } from '../load.ts';
import { among } from './among.ts';

const selects = () => [...document.querySelectorAll<HTMLSelectElement>('#weights select')];

/** Reports the weight that a reader gives to a need. */
export function onWeights(change: (need: string, weight: number) => void): void {
  for (const select of selects())
    select.addEventListener('change', () => change(select.dataset.need ?? '', Number(select.value)));
}

/** Shows the weights, the strategy that they choose among those that keep the load, and the command of the record. */
export function showWeights(
  { decision, folder }: PageData,
  weights: Readonly<Record<string, number>>,
  answer: LoadWords | undefined,
): void {
  const given = Object.entries(weights).filter(([, weight]) => weight > 0);
  for (const select of selects()) select.value = placeOf(weights[select.dataset.need ?? ''] ?? 0);
  const part = document.getElementById('weights');
  if (part instanceof HTMLDetailsElement && given.length > 0) part.open = true;
  const choice = document.getElementById('choice');
  if (choice)
    choice.textContent =
      given.length === 0
        ? 'No strategy is best for every need: give those that matter to you a weight.'
        : chosen(decision, weights, answer);
  const command = document.getElementById('weights-command');
  const flags = given.map(([id, weight]) => `--need ${id}=${weight}`).join(' ');
  command?.querySelector('code')?.replaceChildren(`npx -y pnpm@12 bench adr${folder} ${flags}`);
  command?.toggleAttribute('hidden', given.length === 0);
}

/** A weight that was typed into the address may lie between two places. */
function placeOf(weight: number): string {
  if (weight === 0) return '0';
  return weight < 2 ? '1' : '3';
}

function chosen(
  decision: PageData['decision'],
  weights: Readonly<Record<string, number>>,
  answer: LoadWords | undefined,
): string {
  const fails = (id: string) =>
    answer?.verdicts.some(
      (one) => one.id === id && (one.state === 'not kept' || one.state === 'beyond reach'),
    );
  const able = decision.options.filter((id) => !fails(id));
  if (able.length === 0) return 'No strategy keeps your load.';
  if (able.length === decision.options.length) return choiceText(rank(decision, weights), (id) => id);
  if (able.length === 1) return `Only ${able[0]} is left: the others do not keep your load.`;
  return `Of those that keep your load, or may: ${choiceText(rank(among(decision, able), weights), (id) => id)}`;
}
