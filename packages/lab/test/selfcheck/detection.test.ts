import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runLike } from '@cpu-bound/stats/detection';
import { scatteringRun } from '@cpu-bound/stats/test/scattering-run';
import { detectionBy } from '../../src/selfcheck/planted-findings.ts';

const SIMULATED = 100;

it('simulated runs of equal contestants find a difference no more often than in 5 %', () => {
  const run = runLike([scatteringRun('equals', { ofRound: 0.02, ofBlock: 0.05 })]) ?? assert.fail();
  const { alarms = assert.fail() } = detectionBy(run, [5, 10, 20], 'seed', SIMULATED);
  assert.ok(alarms <= 0.05 * SIMULATED + 4 * Math.sqrt(0.05 * 0.95 * SIMULATED), `${alarms} alarms`);
});

it('simulated runs find a larger difference no less often, and none with too few rounds for a verdict', () => {
  const tables = scatteringRun('found', { ofRound: 0.02, ofBlock: 0.05 });
  const found = (rounds: number) =>
    detectionBy(runLike([tables.slice(0, rounds)]) ?? assert.fail(), [5, 10, 20], 'seed', SIMULATED);
  const runs = found(10).found.map((one) => one.runs);
  assert.deepEqual(
    runs,
    runs.toSorted((a, b) => a - b),
  );
  assert.ok((runs.at(-1) ?? 0) > 90);
  assert.equal(found(9).alarms, undefined);
  assert.ok(found(9).found.every((one) => one.runs === 0));
});
