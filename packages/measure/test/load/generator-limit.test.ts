import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generatorLimit, generatorPause } from '../../src/load/closed/limit.ts';

describe('a closed loop', () => {
  const workers = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ worker: `1/${id}`, answers: 9 }));
  /** Finds the limit in two seconds on four cores, by CPU seconds of the generator's thread and of the service. */
  const limit = (threadCpu: number, serverCpu: number | undefined, answering = 4, waited = 0) =>
    generatorLimit(
      { seconds: 2, shares: workers(answering), thread: { cpu: threadCpu, waited } },
      serverCpu === undefined ? undefined : { serverCpu },
      4,
    );

  it('is limited by its service while the generator has time left', () => {
    assert.equal(limit(1.4, 7.5), undefined);
    assert.equal(limit(0.2, 0.1), undefined);
  });

  it('is limited by its generator if that has no time left, and the service has', () =>
    assert.equal(
      limit(1.9, 3.2),
      'the load generator was the limit: its thread computed for 95 % of the time, and the service for 40 % of what its workers can',
    ));

  it('is limited by a service that is busy, however busy the generator is', () => {
    assert.equal(limit(1.9, 7.2), undefined);
    assert.equal(limit(1.9, 1.9, 1), undefined);
    assert.equal(limit(1.9, 6.6, 8), undefined, 'eight workers have four cores');
  });

  it('is limited by its generator if both wait for a core, and it computes for longer than each worker', () => {
    assert.equal(
      limit(1, 0.6, 1, 0.9),
      'the load generator was the limit: its thread computed for 50 % of the time and waited for a core for 45 %, and the service for 30 % of what its workers can',
    );
    assert.equal(limit(0.5, 0.6, 1, 1.4), undefined, 'a worker computes for longer');
    assert.equal(limit(0.3, 0.2, 1, 0.2), undefined, 'the thread has time left');
  });

  it('is limited by its generator if the service’s CPU time is unknown', () =>
    assert.match(limit(1.7, undefined) ?? '', /computed for 85 % of the time$/));
});

describe('a pause of the generator of a closed loop', () => {
  const pause = (generatorPauseMs: number, seconds: number) => generatorPause({ generatorPauseMs, seconds });
  it('makes a window void if it lasts for a fifth of the window', () =>
    assert.equal(pause(2_000, 4), 'the load generator was stopped or had no core for 2.00 s of 4 s'));
  it('does not make its window void if any busy machine has such pauses', () => {
    assert.equal(pause(90, 0.4), undefined, 'a tenth of a second is short, however short the window');
    assert.equal(pause(300, 2), undefined, 'a seventh of the window');
  });
});
