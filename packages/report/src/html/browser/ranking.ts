import { type Ranking, rank } from '@cpu-bound/study/decide/rank';
import { choiceText, signed } from '../../decision/choice.ts';
import type { CaseWords } from '../case/case.ts';
import type { PageData } from '../data.ts';
import { sharesOf, sharesText } from '../weights/shares.ts';
import { among } from './among.ts';
import { reorder } from './reorder.ts';
import type { State } from './state.ts';

const list = () => document.getElementById('ranking');
const places = () => [...document.querySelectorAll<HTMLElement>('#ranking .place')];
const fill = (place: Element, selector: string, text: string) => {
  const found = place.querySelector(selector);
  if (found) found.textContent = text;
};

/** Orders the strategies by the reader's weights and case: those that do not meet the case come last. */
export function showRanking(data: PageData, { weights }: State, answers: CaseWords | undefined): void {
  const { decision, strategies } = data;
  const fails = (id: string) => {
    const state = answers?.of[id]?.state;
    return state === 'not kept' || state === 'beyond reach';
  };
  const able = decision.options.filter((id) => !fails(id));
  const title = (id: string) => strategies.find((strategy) => strategy.id === id)?.title ?? id;
  const isWeighed = Object.keys(weights).length > 0;
  const eligible = able.length === decision.options.length ? decision : among(decision, able);
  const ranking = rank(eligible, weights);
  showChoice(isWeighed ? choice(ranking, able, decision.options.length, title) : undefined);

  const order = ranking.places.length > 0 ? ranking.places.map(({ option }) => option) : able;
  const sorted = [...order, ...decision.options.filter(fails)];
  for (const place of places()) {
    const { needs } = fails(place.dataset.strategy ?? '') ? decision : eligible;
    showPlace(place, needs, weights, isWeighed ? ranking : undefined, answers);
  }
  const ordered = sorted.flatMap((id) => places().find(({ dataset }) => dataset.strategy === id) ?? []);
  const parent = list();
  if (parent) reorder(parent, ordered);
}

/** Chooses by these weights among the strategies that meet the case. */
function choice(
  ranking: Ranking,
  able: readonly string[],
  options: number,
  title: (id: string) => string,
): string {
  const [only] = able;
  if (only === undefined) return 'No strategy keeps your p99.';
  if (able.length === 1 && options > 1)
    return `Only ${title(only)} is left. The others do not keep your p99.`;
  const among = able.length < options ? 'Of those that keep your p99, or may: ' : '';
  return `${among}${choiceText(ranking, title)}`;
}

function showChoice(text: string | undefined): void {
  const found = document.getElementById('choice');
  if (found)
    found.textContent = text ?? 'No strategy is best for every need. Give a group a weight to see a choice.';
}

function showPlace(
  place: HTMLElement,
  needs: PageData['decision']['needs'],
  weights: State['weights'],
  ranking: Ranking | undefined,
  answers: CaseWords | undefined,
): void {
  const id = place.dataset.strategy ?? '';
  const own = ranking?.places.find(({ option }) => option === id);
  const range =
    own && own.most > own.least ? `, ${signed(own.least)} to ${signed(own.most)} with what is open` : '';
  fill(place, '.score', own ? `score ${signed(own.score)}${range}` : '');
  const answer = answers?.of[id];
  fill(place, '.held', answer ? `your p99: ${answer.words}; ${answer.why}` : '');
  place.dataset.held = answer?.state ?? '';
  const counted = Object.fromEntries(
    needs.filter(({ uncounted }) => uncounted === undefined).map((need) => [need.id, 1]),
  );
  const shares = sharesOf(needs, id, ranking ? weights : counted);
  showBar(place, shares);
  const tally = place.querySelector<HTMLElement>('.tally');
  if (tally) tally.textContent = ranking ? sharesText(shares) : (tally.dataset.ofAll ?? '');
}

function showBar(place: Element, { good, open, bad }: ReturnType<typeof sharesOf>): void {
  const parts = [
    ['good', 0, good],
    ['open', good, open],
    ['bad', good + open, bad],
  ] as const;
  for (const [name, from, share] of parts) {
    const rect = place.querySelector(`.bar .${name}`);
    rect?.setAttribute('x', `${from * 100}%`);
    rect?.setAttribute('width', `${share * 100}%`);
  }
}
