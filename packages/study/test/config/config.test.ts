import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { configOf } from '../../src/config/config.ts';
import { config } from '../fixtures/config.ts';

const settings = config({ baseline: 'cluster', sideBySide: true, moreRedis: true });
const abilities = { redisRestarts: false, moreRedis: false, cpuLimits: {}, sideBySide: false };
const among = (...ids: string[]) => configOf(settings, ids.map(contestant), abilities);

describe('the configuration of a run', () => {
  it('has those who can take part, and what the machine allows', () => {
    const { contestants, baseline, sideBySide, moreRedis } = among('single', 'cluster');
    assert.deepEqual(
      contestants.map(({ id }) => id),
      ['single', 'cluster'],
    );
    assert.deepEqual([baseline, sideBySide, moreRedis], ['cluster', false, false]);
  });

  it('has the first of them as its baseline where that one cannot take part', () =>
    assert.equal(among('threads', 'queue').baseline, 'threads'));

  it('is none where nobody can', () =>
    assert.throws(() => among(), /--contestants: none of these can run on this machine/));
});
