import type { PageData } from '../data.ts';
import { onCase, showCase } from './case.ts';
import { drawOnDemand } from './charts.ts';
import { moveAlongLanes } from './lanes.ts';
import { openOnDemand } from './opening.ts';
import { showRanking } from './ranking.ts';
import { hashOf, readState, type State } from './state.ts';
import { onWeights, showWeights } from './weights.ts';

/**
 * This script runs in the reader's browser. The address holds the reader's weights and case, and the page follows it.
 */

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '');
const needs = data.decision.needs
  .filter(({ uncounted, pairs }) => uncounted === undefined && pairs.length > 0)
  .map(({ id }) => id);
let state: State = readState(location.hash, needs, data.example);

function show(): void {
  showWeights(state.weights);
  showCommand(state.weights);
  showRanking(data, state, showCase(data, state));
}

/** Shows the same weights as the command that writes a decision record. */
function showCommand(weights: State['weights']): void {
  const given = Object.entries(weights).map(([id, weight]) => `--need ${id}=${weight}`);
  const command = document.getElementById('command');
  if (command) command.textContent = `npx -y pnpm@12 bench adr DIR ${given.join(' ')}`;
  command?.parentElement?.toggleAttribute('hidden', given.length === 0);
  document.getElementById('reset')?.toggleAttribute('hidden', given.length === 0);
}

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  history.replaceState(null, '', hashOf(state, data.example) || '#');
  show();
}

onWeights((ids, weight) => {
  const others = Object.entries(state.weights).filter(([id]) => !ids.includes(id));
  const own = weight > 0 ? ids.map((id) => [id, weight] as const) : [];
  const given = new Map([...others, ...own]);
  change({
    weights: Object.fromEntries(needs.flatMap((id) => (given.has(id) ? [[id, given.get(id) ?? 0]] : []))),
  });
});
onCase(change);
document.getElementById('reset')?.addEventListener('click', () => change({ weights: {} }));
addEventListener('hashchange', () => {
  state = readState(location.hash, needs, data.example);
  show();
});
moveAlongLanes();
openOnDemand();
drawOnDemand();
show();
document.documentElement.classList.add('live');
