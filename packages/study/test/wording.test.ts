import assert from 'node:assert/strict';
import { it } from 'node:test';
import { roundCount } from '../src/analyse/look-up.ts';
import * as wording from '../src/wording.ts';
import { interval } from './fixtures/compared.ts';

it('the cores of a run are those of the machine, unless the services had a part of them', () => {
  assert.equal(wording.cores({ cores: 1 }), '1 core');
  assert.equal(wording.cores({ cores: 8, part: { of: 16, generators: 8 } }), '8 of 16 cores');
});

it('an input shows what the workload gets, without the load', () => {
  const condition = { input: { upTo: '200000', list: 'true' }, setting: { connections: 50 } };
  assert.equal(wording.input(condition), 'upTo=200000 list=true');
});

it('an input without a query belongs to a function with arguments', () => {
  assert.equal(wording.input({ input: {}, setting: {} }), 'the same arguments each time');
});

it('a load names the throughput of which it is a share', () => {
  const load = (of: 'slowest' | 'own') => wording.load({ input: {}, setting: { load: 0.8, of } });
  assert.equal(load('slowest'), '80 % of the throughput of the slowest');
  assert.equal(load('own'), '80 % of its own throughput');
});

it('a percentile counts its rounds, although its n is that of windows', () => {
  const each = Array.from({ length: 20 }, (_, index) => ({ round: index >> 1, fromDue: 1, fromSent: 1 }));
  const p99 = { ...interval(1, 1, 1), n: 20, windows: { seconds: 5, each } };
  assert.equal(roundCount({ ...p99, rounds: Array(10).fill(1) }), 10);
});
