import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { untilThere } from '../../src/host/elsewhere/presence.ts';
import { roundTrip } from '../../src/host/elsewhere/round-trip.ts';
import { readSelfReport } from '../../src/host/elsewhere/self-report.ts';

const { signal } = new AbortController();

describe('a service elsewhere', () => {
  let server: Server;
  const serve = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is not lost while it is busy: it accepts connections', async () => {
    const began = performance.now();
    // The service is busy for longer than the time after which a refusing service is lost.
    const isBusy = () => performance.now() - began < 6_500;
    const origin = await serve((_request, response) => void (isBusy() || response.end()));
    await untilThere({ origin, id: 'far' }, signal);
    assert.ok(!isBusy());
  });

  it('counts as up, under another contract, if and only if it answers its light path', async () => {
    const asked: (string | undefined)[] = [];
    const origin = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(asked.length < 3 ? 503 : 404).end();
    });
    await untilThere({ origin, id: 'far', light: '/light' }, signal);
    assert.deepEqual(asked, ['/light', '/light', '/light']);
  });

  it('is lost, by its name and address, if it accepts no connection', async () => {
    const origin = await serve(() => {});
    server.close();
    await assert.rejects(untilThere({ origin, id: 'far' }, signal), {
      name: 'ContestantFailure',
      reason: 'lost',
      message: `far at ${origin}: GET /readyz did not answer 200 (no connection)`,
    });
  });

  it('reports the CPU time and memory of all its processes, and the mean of its event loops', async () => {
    const origin = await serve((_request, response) =>
      response.end(
        [
          '# HELP process_cpu_seconds_total CPU',
          'process_cpu_seconds_total{worker="1"} 1.5',
          'process_cpu_seconds_total{worker="2"} 2',
          'process_cpu_seconds_total_other 9',
          'process_resident_memory_bytes 1048576',
          'nodejs_eventloop_utilization{worker="1"} 0.5',
          'nodejs_eventloop_utilization{worker="2"} 1',
        ].join('\n'),
      ),
    );
    const { serverCpu, report } = await readSelfReport(origin);
    assert.deepEqual([serverCpu, report?.rssBytes, report?.loopBusy], [3.5, 2 ** 20, 0.75]);
    assert.ok((report?.answeredAtMs ?? 0) >= (report?.askedAtMs ?? Number.NaN));
  });

  it('gives no figures of its own without /metrics', async () => {
    const origin = await serve((_request, response) => response.writeHead(404).end());
    assert.deepEqual(await readSelfReport(origin), {});
  });

  it('has the round trip of /hello', async () => {
    const origin = await serve((_request, response) => response.end('{}'));
    const { p50, p90 } = await roundTrip(origin);
    assert.ok(p50 > 0 && p90 >= p50);
  });
});
