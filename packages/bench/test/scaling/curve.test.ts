import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Scaled, scalingCurve, UTILISATION, WORKERS } from '../../src/scaling/curve.ts';

const queue: Scaled = {
  model: 'shared queue',
  workersOfOne: 2,
  serviceMs: 10,
  serviceCv2: 0,
  isDistributed: true,
};
const p99s = (strategy: Scaled) => scalingCurve(strategy, 'seed').map(({ simulated }) => simulated);

describe('the curve of workers', () => {
  it('asks of each of them the same', () => {
    for (const { workers, perSecond } of scalingCurve(queue, 'seed'))
      assert.ok(Math.abs(perSecond - (UTILISATION * workers * 1000) / 10) < 1e-6);
  });
  it('falls to the service time where one queue serves all', () => {
    const found = p99s(queue);
    assert.equal(found.length, WORKERS.length);
    for (const [index, value] of found.entries()) assert.ok(value <= (found[index - 1] ?? Infinity) + 1e-9);
    assert.equal(found.at(-1), 10);
  });
  it('stays where it is where each machine has a queue, and each process, which waits longest', () => {
    const machines = p99s({ ...queue, isDistributed: false });
    const processes = p99s({ ...queue, isDistributed: false, model: 'pinned queues' });
    assert.equal(new Set(machines).size, 1);
    assert.equal(new Set(processes).size, 1);
    assert.ok((processes[0] ?? 0) > (machines[0] ?? 0));
  });
  it('is told by theory and by simulation within a fifth of each other', () => {
    for (const { p99, simulated } of scalingCurve({ ...queue, serviceCv2: 1 }, 'seed').slice(0, 2))
      assert.ok(Math.abs(p99 / simulated - 1) < 0.5, `${p99} ${simulated}`);
    for (const { p99, simulated } of scalingCurve(queue, 'seed'))
      assert.ok(Math.abs(p99 / simulated - 1) < 0.2, `${p99} ${simulated}`);
  });
});
