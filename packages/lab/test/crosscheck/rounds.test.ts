import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OURS } from '../../src/crosscheck/ours.ts';
import { besideOurs, readInRounds } from '../../src/crosscheck/rounds.ts';
import { ToolFailed } from '../../src/crosscheck/tool.ts';

const reader = (id: string, perSecond: number, order: string[] = []) => ({
  id,
  async read() {
    order.push(id);
    return { perSecond, failures: 0 };
  },
});
const ignore = () => {};

describe('the readings of several tools', () => {
  it('come in another order each round, each tool once in each', async () => {
    const order: string[] = [];
    const readers = ['a', 'b', OURS].map((id) => reader(id, 1, order));
    await readInRounds(readers, 4, 'seed', ignore);
    const rounds = Array.from({ length: 4 }, (_, index) => order.slice(3 * index, 3 * index + 3));
    for (const round of rounds) assert.deepEqual(round.toSorted(), ['a', 'b', OURS].toSorted());
    assert.ok(new Set(rounds.map(String)).size > 1);
  });

  it('leave out a tool that fails, and say why', async () => {
    const failing = {
      id: 'b',
      read: () => Promise.reject(new ToolFailed('b: it does not know the flag')),
    };
    const { readings, failed } = await readInRounds([reader(OURS, 1), failing], 3, 'seed', ignore);
    assert.deepEqual([...readings.keys()], [OURS]);
    assert.deepEqual(failed, { b: 'b: it does not know the flag' });
  });

  it('do not hide a failure of ours', async () => {
    const failing = { id: OURS, read: () => Promise.reject(new ToolFailed('no answer')) };
    await assert.rejects(readInRounds([failing], 1, 'seed', ignore), /no answer/);
  });

  it('are compared with ours, over the rounds that both have', async () => {
    const { readings } = await readInRounds([reader(OURS, 100), reader('a', 103)], 9, 'seed', ignore);
    const [pair, ...others] = besideOurs(readings, 'perSecond', 0.05);
    assert.deepEqual(others, []);
    assert.deepEqual([pair?.contestant, pair?.against, pair?.verdict], ['a', OURS, 'equivalent']);
    assert.equal(pair?.ratio.n, 9);
    assert.deepEqual(besideOurs(readings, 'p50', 0.05), []);
  });
});
