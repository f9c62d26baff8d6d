import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { disturbedLimits, failedGates, loadLimits } from '../../src/load/open/measurement.ts';
import { noRequests } from '../../src/load/tally.ts';
import type { OpenLoopResult } from '../../src/model.ts';

const sound: OpenLoopResult = {
  accounting: { ...noRequests(), sent: 1_000, ok: 1_000 },
  perSecond: 100,
  seconds: 10,
  timeoutMs: 5_000,
  sendLagP99: 0.4,
  socketWaits: 0,
  connectionsOpened: 64,
  utilisation: 0.2,
  generatorCpu: 1,
  p50: 8,
  p50FromSent: 7.9,
  computeMs: 5,
  shares: [],
  answers: 1_000,
  answeredTwice: 0,
  backlogMs: 0,
};
const gates = (change: Partial<OpenLoopResult>) => failedGates({ ...sound, ...change }, loadLimits);

describe('the gates of the open loop', () => {
  it('accept a sound window', () => assert.deepEqual(gates({}), []));
  it('void a window whose median depends on whether it counts from the due time or from the send time', () =>
    assert.match(
      gates({ p50: 8, p50FromSent: 6.9 }).join(),
      /left late: the median is 8\.00 ms .* 6\.90 ms/,
    ));
  it('allow a tenth of the median or 0.5 ms, whichever is more; the difference widens the interval', () => {
    assert.deepEqual(gates({ p50: 40, p50FromSent: 36.5 }), []);
    assert.deepEqual(gates({ p50: 1, p50FromSent: 0.6 }), []);
  });
  it('ignore the lateness of the latest requests if the median does not depend on it', () =>
    assert.deepEqual(gates({ sendLagP99: 30 }), []));
  it('void a window that did not send all due requests', () =>
    assert.match(gates({ accounting: { ...noRequests(), sent: 980 } }).join(), /only 980 of 1000/));
  it('void a window in which a request waited for a connection', () =>
    assert.match(gates({ socketWaits: 1 }).join(), /waited for a connection/));
  it('void a window whose generator was busy, or the busiest of several', () => {
    assert.equal(gates({ utilisation: 0.6 }).join(), 'the generator was busy 60 % of the time');
    const busiest = gates({ utilisation: 0.6, generators: 3 }).join();
    assert.equal(busiest, 'the busiest of 3 generators was busy 60 % of the time');
  });
  it('name every reason at once', () =>
    assert.equal(gates({ p50FromSent: 1, socketWaits: 3, utilisation: 0.9 }).length, 3));
});

describe('the gates of a service that is harmed on purpose', () => {
  const hurt = (change: Partial<OpenLoopResult>) => failedGates({ ...sound, ...change }, disturbedLimits);
  it('accept slow answers, and requests that wait for the service', () =>
    assert.deepEqual(hurt({ p50: 3_000, p50FromSent: 2_000, socketWaits: 40, sendLagP99: 12 }), []));
  it('void a window whose generator was busy or sent too few requests', () => {
    assert.match(hurt({ accounting: { ...noRequests(), sent: 900 } }).join(), /only 900 of 1000/);
    assert.match(hurt({ utilisation: 0.8 }).join(), /busy 80 %/);
  });
});
