import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { configOf } from '../../src/config/config.ts';
import { config } from '../fixtures/config.ts';

const settings = config({ baseline: 'cluster', sideBySide: true, ownRedis: true });
const abilities = { ownRedis: false, cpuLimits: {}, sideBySide: false };
const among = (...ids: string[]) => configOf(settings, ids.map(contestant), abilities);

describe('the configuration of a run', () => {
  it('has the contestants that can take part, and the abilities of the machine', () => {
    const { contestants, baseline, sideBySide, ownRedis } = among('single', 'cluster');
    const ids = contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['single', 'cluster']);
    assert.deepEqual([baseline, sideBySide, ownRedis], ['cluster', false, false]);
  });

  it('takes its first contestant as the baseline if the named baseline cannot take part', () =>
    assert.equal(among('threads', 'queue').baseline, 'threads'));

  it('does not exist if no contestant can take part', () =>
    assert.throws(() => among(), /--contestants: none of these can run on this machine/));
});
