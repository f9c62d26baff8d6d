import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  account,
  backlogOf,
  latenciesOf,
  type OpenRequest,
  silenceOf,
  timelineOf,
  timesOf,
  unservedOf,
} from '../../src/load/open/requests.ts';

const TIMEOUT = 1_000;
const request = (due: number, outcome: OpenRequest['outcome'], latency = 5, lag = 0): OpenRequest => ({
  due,
  sentAt: due + lag,
  part: 0,
  outcome,
  endAt: outcome === 'pending' ? Number.POSITIVE_INFINITY : due + latency,
});

const outcomes = fc.constantFrom<OpenRequest['outcome']>('ok', 'wrong', 'refused', 'failed', 'pending');
const anyRequests = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 2_999 }), outcomes, fc.integer({ min: 0, max: 2_000 }))
    .map(([due, outcome, latency]) => request(due, outcome, latency)),
);

describe('the accounting of requests', () => {
  it('adds up to the number of requests that were sent, whatever their outcomes', () => {
    fc.assert(
      fc.property(anyRequests, (requests) => {
        const { sent, ...endings } = account(requests, TIMEOUT);
        assert.equal(sent, requests.length);
        const ended = Object.values(endings).reduce((sum, count) => sum + count, 0);
        assert.equal(ended, sent);
      }),
    );
  });

  it('has a silence of at most the window, and of all of it if no request is answered', () => {
    fc.assert(
      fc.property(anyRequests, (requests) => {
        const silence = silenceOf(requests, 0, 3_000, TIMEOUT);
        assert.ok(silence > 0 && silence <= 3_000);
        const answered = requests.filter(
          ({ outcome, due, endAt }) =>
            outcome === 'ok' && endAt - due <= TIMEOUT && endAt > 0 && endAt < 3_000,
        );
        assert.equal(silence === 3_000, answered.length === 0);
        // The longest silence is at least as long as an even share of the time between the answers.
        assert.ok(silence >= 3_000 / (answered.length + 1) - 1e-9);
      }),
    );
  });

  it('counts an answer after the deadline as none', () => {
    const { ok, timedOut } = account(
      [request(0, 'ok', 999), request(0, 'ok', 1_001), request(0, 'pending')],
      TIMEOUT,
    );
    assert.deepEqual([ok, timedOut], [1, 2]);
  });
});

describe('the latencies', () => {
  it('cover all requests, with the timeout for each that was refused, failed or not answered', () => {
    const requests = [
      request(0, 'ok', 7),
      request(1, 'refused', 2),
      request(2, 'pending'),
      request(3, 'failed'),
    ];
    assert.deepEqual([...latenciesOf(requests, TIMEOUT).fromDue], [7, TIMEOUT, TIMEOUT, TIMEOUT]);
  });

  it('have the send lag of each of those requests, in the same order', () => {
    const requests = [request(0, 'ok', 7, 0.5), request(1, 'failed', 5, 9), request(2, 'pending', 0, 2)];
    assert.deepEqual([...latenciesOf(requests, TIMEOUT).lags], [0.5, 9, 2]);
  });

  it('are as many as the requests and the lags, whatever the outcomes', () => {
    fc.assert(
      fc.property(anyRequests, (requests) => {
        const { fromDue, lags } = latenciesOf(requests, TIMEOUT);
        assert.deepEqual([fromDue.length, lags.length], [requests.length, requests.length]);
        assert.ok(fromDue.every((latency) => latency >= 0 && latency <= TIMEOUT));
      }),
    );
  });
});

describe('the times of right answers and of refusals', () => {
  const requests = [request(0, 'refused', 2), request(0, 'refused', 4), request(0, 'ok', 900)];
  it('are counted apart, each with its time', () => {
    const [refused, answered] = [timesOf(requests, 'refused', TIMEOUT), timesOf(requests, 'ok', TIMEOUT)];
    assert.deepEqual([refused?.n, refused?.p50, answered?.n, answered?.p50], [2, 3, 1, 900]);
  });
  it('are absent if there are none', () =>
    assert.equal(timesOf([request(0, 'ok')], 'refused', TIMEOUT), undefined));
});

it('the backlog is the time from the end of the window to that of its last request, at most its deadline', () => {
  assert.equal(backlogOf([request(0, 'ok', 40), request(90, 'ok', 60)], 100, TIMEOUT), 50);
  assert.equal(backlogOf([request(0, 'pending')], 100, TIMEOUT), 900);
  assert.equal(backlogOf([request(0, 'ok', 40)], 100, TIMEOUT), 0);
});

describe('the time without service', () => {
  it('lasts from the first to the last request that was not served, by their due times', () => {
    const requests = [request(0, 'ok'), request(100, 'failed'), request(150, 'ok'), request(400, 'pending')];
    assert.equal(unservedOf(requests, TIMEOUT), 300);
  });
  it('is 0 for one request, and absent for none', () => {
    assert.equal(unservedOf([request(100, 'refused')], TIMEOUT), 0);
    assert.equal(unservedOf([request(100, 'ok')], TIMEOUT), undefined);
  });
});

describe('the timeline', () => {
  it('has every request of its span once, in the stretch in which it was due', () => {
    fc.assert(
      fc.property(anyRequests, (requests) => {
        const { ok, refused, failed, timedOut } = timelineOf(requests, 0, 3_000, TIMEOUT);
        const sum = (bins: readonly number[]) => bins.reduce((total, count) => total + count, 0);
        const wrong = account(requests, TIMEOUT).wrong;
        assert.equal(sum(ok) + sum(refused) + sum(failed) + sum(timedOut) + wrong, requests.length);
        for (const bins of [ok, refused, failed, timedOut]) assert.equal(bins.length, 30);
      }),
    );
  });

  it('leaves out requests that were due before it', () => {
    const { ok, p50 } = timelineOf(
      [request(50, 'ok'), request(150, 'ok', 8), request(250, 'ok', 9)],
      100,
      300,
      TIMEOUT,
    );
    assert.deepEqual(
      [ok, p50],
      [
        [1, 1],
        [8, 9],
      ],
    );
  });

  it('has no median if there was no right answer', () => {
    assert.deepEqual(timelineOf([request(50, 'failed')], 0, 200, TIMEOUT).p50, [null, null]);
  });
});
