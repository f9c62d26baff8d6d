import { isCounted } from '@cpu-bound/study/decide/standing';
import type { PageData } from '../load.ts';
import { hashOf, onLoad, onWeights, readState, type State, showLoad, showWeights } from './forms.ts';

/**
 * This script runs in the reader's browser. The address holds the reader's load, weights and opened parts, and the page
 * follows it.
 */

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

const parts = () => [...document.querySelectorAll('details')];

/** Opens the parts that the address names. */
export function showOpened({ open }: { readonly open: readonly string[] }): void {
  for (const part of parts()) if (open.includes(part.id)) part.open = true;
}

/** Reports the open parts when a reader opens or closes one. A link inside the page leads there and keeps the state. */
export function onOpening(change: (open: readonly string[]) => void): void {
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
export function drawCharts(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('.chart')) void draw(figure);
}

async function draw(figure: HTMLElement): Promise<void> {
  const image = new Image();
  image.alt = figure.textContent ?? '';
  image.src = `data:image/svg+xml,${encodeURIComponent(await unpacked(figure.dataset.packed ?? ''))}`;
  await image.decode();
  figure.replaceChildren(image);
}
