import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Arm } from '@cpu-bound/stats/compare-pairs';
import { compared } from '../../src/analyse/measures.ts';
import type { ContestantFacts } from '../../src/model/run.ts';
import { facts } from '../fixtures/compared.ts';

const contestants = ['a', 'b', 'c', 'd'].map((id) => facts(id));
const condition = { input: {}, setting: {} };
const pairs = (run: { subjects: ContestantFacts[]; contestants: ContestantFacts[] }, rounds: number) =>
  compared(
    run,
    'throughput',
    condition,
    run.subjects.map(({ id }): Arm => {
      return { id, values: new Map(Array.from({ length: rounds }, (_, round) => [round, 100 + round])) };
    }),
  );

it('a variant is compared only with its contestant, and leaves the verdicts of the contestants unchanged', () => {
  const variants = [facts('b:x', { variantOf: 'b' }), facts('c:x', { variantOf: 'c' })];
  const alone = pairs({ subjects: contestants, contestants }, 10);
  const extended = pairs({ subjects: [...contestants, ...variants], contestants }, 10);
  assert.deepEqual(extended.slice(0, alone.length), alone);
  assert.deepEqual(
    extended.slice(alone.length).map(({ contestant, against }) => [contestant, against]),
    [
      ['b:x', 'b'],
      ['c:x', 'c'],
    ],
  );
  assert.ok(extended.every(({ ratio }) => !ratio.indicative));
});

it('another kernel is compared with the strategies by throughput, and changes no other verdict', () => {
  const kernel = facts('a:fast', { variantOf: 'a', peerOf: 'a', kernel: 'fast' });
  const alone = pairs({ subjects: contestants, contestants }, 10);
  const all = [...contestants, kernel];
  const extended = pairs({ subjects: all, contestants: all }, 10);
  assert.deepEqual(extended.slice(0, alone.length), alone);
  assert.deepEqual(
    extended.slice(alone.length).map(({ contestant, against }) => [contestant, against]),
    [
      ['a:fast', 'a'],
      ['a:fast', 'b'],
      ['a:fast', 'c'],
      ['a:fast', 'd'],
    ],
  );
});

it('a variant that was asked for as a contestant is compared like one', () => {
  const chosen = [facts('b'), facts('b:x', { variantOf: 'b' }), facts('c')];
  const found = pairs({ subjects: chosen, contestants: chosen }, 10);
  assert.equal(found.length, 3);
});
