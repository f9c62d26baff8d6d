import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { primes, type Workload } from '@cpu-bound/workload';
import { collect, submit } from '../../../src/load/jobs/jobs.ts';
import { knownHere } from '../../../src/own/known.ts';
import { served } from '../../fixtures/served.ts';

const query = { upTo: '10' };
const workload = knownHere(primes as unknown as Workload);
const right = { upTo: 10, count: 4, largest: 7 };

/**
 * The server refuses each fifth job and fails each seventh. Of the accepted jobs, it forgets each third and answers
 * each fourth wrongly.
 */
describe('jobs that are accepted now and done later', async () => {
  const traces: string[] = [];
  let requests = 0;
  const send = (response: ServerResponse, status: number, body: object = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const accept = (trace: string, response: ServerResponse) => {
    traces.push(trace);
    const index = Number(trace.split('-').at(-1));
    if (index % 5 === 4) return send(response, 503);
    if (index % 7 === 6) return response.destroy();
    return send(response, 202, { id: String(index), state: 'waiting' });
  };
  const { origin } = await served(({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method === 'POST') return accept(searchParams.get('x-trace') ?? '', response);
    const index = Number(pathname.split('/').at(-1));
    if (index % 3 === 2) return send(response, 404);
    // The first polls find no job done.
    if (requests++ < 5)
      return send(response, requests % 2 ? 503 : 200, { id: String(index), state: 'active' });
    const result = index % 4 === 3 ? { ...right, count: 5 } : right;
    return send(response, 200, {
      state: 'completed',
      acceptedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:01.500Z',
      result: { ...result, computeMs: 1, worker: { pid: 1, threadId: 0 } },
    });
  });

  const outcomeOf = (index: number) => {
    if (index % 5 === 4) return 'refused';
    return index % 7 === 6 ? 'failed' : 'accepted';
  };
  const outcomes = (count: number) => Array.from({ length: count }, (_, index) => outcomeOf(index));

  it('are each sent once if they come at once, under a trace of their own, and accounted for', async () => {
    traces.length = 0;
    const pace = { count: 40, connections: 6 };
    const { jobs } = await submit({ do: 'submit', origin, query, name: 'burst', seed: '1', pace });
    const actual = jobs.map(({ outcome }) => outcome);
    assert.deepEqual(actual, outcomes(40));
    assert.equal(new Set(traces).size, 40);
    assert.ok(
      jobs.every(
        ({ trace, outcome, id }, index) =>
          trace === `burst-${index}` && (id === String(index)) === (outcome === 'accepted'),
      ),
    );
  });

  it('are as many as rate times time if they come at a rate', async () => {
    const pace = { perSecond: 100, seconds: 0.5 };
    const { jobs } = await submit({ do: 'submit', origin, query, name: 'steady', seed: '1', pace });
    const actual = jobs.map(({ outcome }) => outcome);
    assert.deepEqual(actual, outcomes(50));
  });

  it('are polled until they are done, and are lost if the service does not know them', async () => {
    const ids = ['0', '1', '2', '3', '5', '7'];
    const asked = { do: 'collect', origin, ids, workload: 'primes', query, withinMs: 60_000 } as const;
    const { ends } = await collect(asked, workload);
    const done = (isRight: boolean) => ({ ageMs: 1_500, right: isRight });
    assert.deepEqual(ends, [done(true), done(true), 'lost', done(false), 'lost', done(false)]);
  });

  it('are lost if they are not done within the time', async () => {
    requests = Number.NEGATIVE_INFINITY;
    const asked = {
      do: 'collect',
      origin,
      ids: ['0', '1'],
      workload: 'primes',
      query,
      withinMs: 50,
    } as const;
    assert.deepEqual((await collect(asked, workload)).ends, ['lost', 'lost']);
  });
});
