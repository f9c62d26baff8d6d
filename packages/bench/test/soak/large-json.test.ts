import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import type { LocalService } from '@cpu-bound/measure/host/service';
import { startService } from '@cpu-bound/measure/host/service-process';
import { cpuSeconds, type Trees, treesOf } from '@cpu-bound/measure/host/usage';
import { createGenerators } from '@cpu-bound/measure/load/loads';

const root = join(import.meta.dirname, '../../../..');
const workload = join(import.meta.dirname, '../fixtures/workloads/large-json.ts');
const { signal } = new AbortController();

describe('a workload with a JSON body of half a megabyte and no oracle', () => {
  const generators = createGenerators();
  let service: LocalService;
  let trees: Trees;
  before(async () => {
    const contestant = (await workspaceContestants(root)).find(({ id }) => id === 'single');
    service = await startService(contestant ?? assert.fail(), { workload, workers: 1, signal });
    trees = await treesOf(service);
  });
  after(async () => {
    await generators.stop();
    await service.stop();
  });

  /** Measures the service's CPU seconds between the edges of a window. */
  function serverCpu() {
    const readings: Promise<number | undefined>[] = [];
    return {
      onEdge: () => void readings.push(cpuSeconds(trees.server)),
      between: async () => {
        const [from = Number.NaN, to = Number.NaN] = await Promise.all(readings);
        return to - from;
      },
    };
  }
  const window = { leadInSeconds: 1, seconds: 2 };

  const query = { passes: '4' };

  // The closed loop needed six times as much when it parsed each answer and serialized the expected one.
  it('costs the closed loop less than half of the service’s CPU time', async () => {
    const { onEdge, between } = serverCpu();
    const load = { kind: 'closed', query, connections: 10 } as const;
    const { result } = await generators.closed.run(
      { origin: service.origin, load, workload, ...window },
      signal,
      onEdge,
    );
    assert.ok(result.answers > 0);
    assert.deepEqual([result.firstWrong, result.unchecked], [undefined, undefined]);
    assert.ok(result.generatorCpu < (await between()) / 2);
  });

  it('costs the open loop less CPU time than the service', async () => {
    const { onEdge, between } = serverCpu();
    const { result } = await generators.open.run(
      {
        origin: service.origin,
        targets: [{ label: 'all', weight: 1, path: `/large-json?${new URLSearchParams(query)}` }],
        arrivals: 'poisson',
        perSecond: 20,
        ...window,
        seed: 'large',
        policy: 'per-request',
        connections: 10,
        mostConnections: 100,
        timeoutMs: 10_000,
        verify: { workload, queries: [query] },
      },
      signal,
      onEdge,
    );
    assert.ok(result.answers > 0);
    assert.deepEqual([result.firstWrong, result.unchecked], [undefined, undefined]);
    assert.ok(result.generatorCpu < (await between()));
  });
});
