import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { type Ranked, type RankedNeed, rank } from '@cpu-bound/study/decide/rank';
import { isCounted, standingsOf } from '@cpu-bound/study/decide/standing';
import type { Standing } from '@cpu-bound/study/model';
import { type LoadWords, loadWords, type PageData } from '../../answers/case.ts';
import { choiceText } from '../../answers/choice.ts';

/**
 * This script runs in the reader's browser. The address holds the reader's load, weights and opened parts, and the page
 * follows it.
 */

const parts = () => [...document.querySelectorAll('details')];

/** Opens the parts that the address names. */
function showOpened({ open }: { readonly open: readonly string[] }): void {
  for (const part of parts()) if (open.includes(part.id)) part.open = true;
}

/** Reports the open parts when a reader opens or closes one. A link inside the page leads there and keeps the state. */
function onOpening(change: (open: readonly string[]) => void): void {
  for (const part of parts())
    part
      .querySelector('summary')
      ?.addEventListener('click', () =>
        change(parts().flatMap(({ id, open }) => ((id === part.id ? !part.open : open) ? [id] : []))),
      );
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      document.getElementById(link.hash.slice(1))?.scrollIntoView();
    });
}

/** Unpacks text from raw deflate in base64. */
async function unpacked(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.codePointAt(0) ?? 0);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

/** Draws the charts in place of their descriptions. */
function drawCharts(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('.chart')) void draw(figure);
}

async function draw(figure: HTMLElement): Promise<void> {
  const image = new Image();
  image.alt = figure.textContent ?? '';
  image.src = `data:image/svg+xml,${encodeURIComponent(await unpacked(figure.dataset.packed ?? ''))}`;
  await image.decode();
  figure.replaceChildren(image);
}

/** The state of a reader's page. The address holds it, so that a link or a reload restores it. */
type State = {
  readonly rate: number | undefined;
  readonly p99: number | undefined;
  /** The weights by need; a need without a weight has 0, or is missing. */
  readonly weights: Readonly<Record<string, number>>;
  /** The ids of the parts that are open. */
  readonly open: readonly string[];
};

const positive = (text: string | null): number | undefined => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) && value > 0 ? value : undefined;
};

/**
 * Reads `#rate=40&p99=100&throughput=3&open=weights` as a state, and leaves out unknown needs.
 *
 * @param example the load if the address has none
 */
function readState(hash: string, needs: readonly string[], example?: ReaderCase): State {
  const given = new URLSearchParams(hash.slice(1));
  const weights = needs.flatMap((id): [string, number][] => {
    const weight = positive(given.get(id));
    return weight === undefined ? [] : [[id, weight]];
  });
  const isGiven = given.has('rate') || given.has('p99');
  return {
    rate: isGiven ? positive(given.get('rate')) : example?.rate,
    p99: isGiven ? positive(given.get('p99')) : example?.p99,
    weights: Object.fromEntries(weights),
    open: given.getAll('open'),
  };
}

/** Writes the address of a state; empty for the example without weights and opened parts. */
function hashOf({ rate, p99, weights, open }: State, example?: ReaderCase): string {
  const given = new URLSearchParams();
  const isExample = rate === example?.rate && p99 === example?.p99;
  if (!isExample && rate !== undefined) given.set('rate', String(rate));
  if (!isExample && p99 !== undefined) given.set('p99', String(p99));
  for (const [id, weight] of Object.entries(weights)) if (weight > 0) given.set(id, String(weight));
  for (const id of open) given.append('open', id);
  const text = given.toString();
  return text === '' ? '' : `#${text}`;
}

const input = (id: string) => document.getElementById(id) as HTMLInputElement | null;
const number = (found: HTMLInputElement | null): number | undefined =>
  found && found.valueAsNumber > 0 ? found.valueAsNumber : undefined;

/** Reports each change that the reader makes to the load. */
function onLoad(change: (given: Pick<State, 'rate' | 'p99'>) => void): void {
  const form = document.getElementById('load');
  form?.addEventListener('input', () => change({ rate: number(input('rate')), p99: number(input('p99')) }));
  form?.addEventListener('submit', (event) => event.preventDefault());
}

/** Shows the load in its fields, and the run's answer; undefined without a rate. */
function showLoad(data: PageData, { rate, p99 }: State): LoadWords | undefined {
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

const selects = () => [...document.querySelectorAll<HTMLSelectElement>('#weights select')];

/** Reports the weight that a reader gives to a need. */
function onWeights(change: (need: string, weight: number) => void): void {
  for (const select of selects())
    select.addEventListener('change', () => change(select.dataset.need ?? '', Number(select.value)));
}

/** Shows the weights, the strategy that they choose among those that keep the load, and the command of the record. */
function showWeights(
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
  return `Of those that keep your load, or may: ${choiceText(rank(withOnly(decision, able), weights), (id) => id)}`;
}

/** Returns the decision as if only these had been compared: a strategy that was ruled out puts no other behind. */
const withOnly = ({ needs }: Ranked, ids: readonly string[]): Ranked => ({
  options: ids,
  needs: needs.map((need) => needWithOnly(need, ids)),
});

function needWithOnly(need: RankedNeed, ids: readonly string[]): RankedNeed {
  const pairs = need.pairs.filter(({ one, other }) => ids.includes(one) && ids.includes(other));
  const compared = ids.filter((id) => pairs.some(({ one, other }) => one === id || other === id));
  const overloaded = ids.filter((id) => need.standings[id]?.kind === 'overloaded');
  const own = standingsOf(compared, pairs, overloaded);
  const missing = (id: string): Standing => {
    const standing = need.standings[id];
    const isUnchanged = standing?.kind === 'not-measured' || standing?.kind === 'questioned';
    return isUnchanged ? standing : { kind: 'not-measured' };
  };
  return { ...need, pairs, standings: Object.fromEntries(ids.map((id) => [id, own[id] ?? missing(id)])) };
}

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '');
const needs = data.decision.needs.filter(isCounted).map(({ id }) => id);
let state: State = readState(location.hash, needs, data.example);

const show = () => showWeights(data, state.weights, showLoad(data, state));

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  history.replaceState(null, '', hashOf(state, data.example) || '#');
  show();
}

function follow(): void {
  state = readState(location.hash, needs, data.example);
  showOpened(state);
  show();
}

onLoad(change);
onWeights((id, weight) => change({ weights: { ...state.weights, [id]: weight } }));
onOpening((open) => change({ open }));
addEventListener('hashchange', follow);
follow();
drawCharts();
document.documentElement.classList.add('live');
