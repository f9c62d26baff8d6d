import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Guard } from '@cpu-bound/measure/host/guard';
import { parts } from '../../src/selfcheck/parts.ts';
import type { PlantedRun } from '../../src/selfcheck/planted-run.ts';

const NOWHERE = '/nonexistent';
const nothing: PlantedRun = { slower: [], longer: [], twins: [], rates: {} };
const options = (before: readonly PlantedRun[], signal = new AbortController().signal) => ({
  ...{ seed: 'a', runs: 2, before, signal, code: NOWHERE, results: NOWHERE },
  ...{ print() {}, now() {}, guard: undefined as unknown as Guard },
});

test('a series of runs that was complete is judged again, and measures nothing', async () => {
  const states = await Array.fromAsync(parts.runs(options([nothing, nothing])));
  assert.equal(states.length, 1);
  assert.deepEqual(states[0]?.runs, [nothing, nothing]);
  assert.ok(states[0]?.findings.some(({ id, ok }) => id === 'direction' && !ok));
});

test('an interrupted series keeps the runs of an earlier call, and begins no other', async () => {
  const series = parts.runs(options([nothing], AbortSignal.abort(new Error('interrupted'))));
  const { value } = await series.next();
  assert.deepEqual(value && 'runs' in value ? value.runs : undefined, [nothing]);
  await assert.rejects(series.next(), /interrupted/);
});
