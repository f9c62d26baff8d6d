import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSelfReport, roundTrip, untilThere } from '../../src/host/elsewhere.ts';
import { served } from '../fixtures/served.ts';

const { signal } = new AbortController();

describe('a service elsewhere', () => {
  it('is not lost while it is busy: it accepts connections', async (t) => {
    const began = performance.now();
    // The service is busy for longer than the time after which a refusing service is lost.
    const isBusy = () => performance.now() - began < 6_500;
    const { origin } = await served((_request, response) => void (isBusy() || response.end()), t);
    await untilThere({ origin, id: 'far' }, signal);
    assert.ok(!isBusy());
  });

  it('counts as up, under another contract, if and only if it answers its light path', async (t) => {
    const asked: (string | undefined)[] = [];
    const { origin } = await served((request, response) => {
      asked.push(request.url);
      response.writeHead(asked.length < 3 ? 503 : 404).end();
    }, t);
    await untilThere({ origin, id: 'far', light: '/light' }, signal);
    assert.deepEqual(asked, ['/light', '/light', '/light']);
  });

  it('is lost, by its name and address, if it accepts no connection', async (t) => {
    const { origin, server } = await served(() => {}, t);
    server.close();
    await assert.rejects(untilThere({ origin, id: 'far' }, signal), {
      name: 'ContestantFailure',
      reason: 'lost',
      message: `far at ${origin}: GET /readyz did not answer 200 (no connection)`,
    });
  });

  it('reports the CPU time and memory of all its processes, and the mean of its event loops', async (t) => {
    const metrics = [
      '# HELP process_cpu_seconds_total CPU',
      'process_cpu_seconds_total{worker="1"} 1.5',
      'process_cpu_seconds_total{worker="2"} 2',
      'process_cpu_seconds_total_other 9',
      'process_resident_memory_bytes 1048576',
      'nodejs_eventloop_utilization{worker="1"} 0.5',
      'nodejs_eventloop_utilization{worker="2"} 1',
    ];
    const { origin } = await served((_request, response) => response.end(metrics.join('\n')), t);
    const { serverCpu, report } = await readSelfReport(origin);
    assert.deepEqual([serverCpu, report?.rssBytes, report?.loopBusy], [3.5, 2 ** 20, 0.75]);
    assert.ok((report?.answeredAtMs ?? 0) >= (report?.askedAtMs ?? Number.NaN));
  });

  it('gives no figures of its own without /metrics', async (t) => {
    const { origin } = await served((_request, response) => response.writeHead(404).end(), t);
    assert.deepEqual(await readSelfReport(origin), {});
  });

  it('has the round trip of /hello', async (t) => {
    const { origin } = await served((_request, response) => response.end('{}'), t);
    const { p50, p90 } = await roundTrip(origin);
    assert.ok(p50 > 0 && p90 >= p50);
  });
});
