import { isCounted } from '@cpu-bound/study/decide/lead';
import type { PageData } from '../data.ts';
import { drawCharts } from './charts.ts';
import { onLoad, showLoad } from './load.ts';
import { onOpening, showOpened } from './opening.ts';
import { hashOf, readState, type State } from './state.ts';
import { onWeights, showWeights } from './weights.ts';

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
