import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Trial } from '../../src/model/plan.ts';
import { describeTrial, describeWindow, minutes } from '../../src/progress/display.ts';
import { closedWindow, headline, sitting } from '../fixtures/run.ts';

const side = sitting(3, ['single', 'cluster', 'single-twin'], [closedWindow()]);
const [hurt, counted] = (
  [
    ['faults/3/cluster', 'cluster'],
    ['workers/2/threads-4', 'threads'],
  ] as const
).map(([id, name]): Trial => ({ ...sitting(Number(id.split('/')[1]), [name], [closedWindow()]), id }));

describe('the description of a trial', () => {
  it('names its round and the contestants, without the twin', () => {
    assert.equal(describeTrial(side), 'round 3: single, cluster');
  });

  it('names the question if it starts one contestant', () => {
    assert.equal(describeTrial(hurt ?? assert.fail()), 'faults round 3: cluster');
    assert.equal(describeTrial(counted ?? assert.fail()), 'workers round 2: threads-4');
  });
});

it('the description of a window names the questions that read it, and the contestant', () => {
  const block = (questions: string[]) => ({
    id: 'a-1',
    window: closedWindow(headline, questions),
    order: [],
  });
  assert.equal(describeWindow(block(['capacity', 'cost']), 'threads'), 'capacity, cost: threads');
  assert.equal(describeWindow(block([]), 'threads'), 'closed-200000: threads');
});

it('a time reads as seconds below a minute, and as minutes and seconds above', () => {
  assert.deepEqual([-3, 0, 0.4, 59.4, 59.6, 60, 125, 3_600].map(minutes), [
    '0 s',
    '0 s',
    '0 s',
    '59 s',
    '1 min 00 s',
    '1 min 00 s',
    '2 min 05 s',
    '60 min 00 s',
  ]);
});
