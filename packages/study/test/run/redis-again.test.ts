import assert from 'node:assert/strict';
import { it } from 'node:test';
import { realPorts } from '../../src/run/ports.ts';
import { fakeRun } from '../fixtures/fake-run.ts';

it('a Redis of the bench that somebody has ended is started again before the next trial', async () => {
  const { context } = fakeRun(['single']);
  let restarts = 0;
  const own = {
    restart: async () => void restarts++,
    another: () => Promise.reject(new Error('there is none')),
  };
  const redis = {
    url: 'redis://127.0.0.1:1',
    source: '',
    version: '',
    checks: [],
    own,
    stop: async () => {},
  };
  await realPorts({ ...context, redis }).emptyRedis();
  assert.equal(restarts, 1);
});
