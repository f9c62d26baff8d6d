import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import type { LocalService } from '@cpu-bound/measure/host/service';
import { startService } from '@cpu-bound/measure/host/service-process';
import { createGenerators } from '@cpu-bound/measure/load/loads';
import { loadWorkload, withInputs } from '@cpu-bound/workload';

const root = join(import.meta.dirname, '../../../..');
const project = join(root, 'examples/own-project');
const { signal } = new AbortController();
const generators = createGenerators();
after(() => generators.stop());

const window = { leadInSeconds: 0.3, seconds: 1 };

/** Measures a service by a closed and an open loop. */
async function loads(service: LocalService, specifier: string) {
  const workload = await loadWorkload(specifier);
  const query = workload.headline;
  const { origin } = service;
  const load = { kind: 'closed', query, connections: 4 } as const;
  const closed = await generators.closed.run({ origin, load, workload: specifier, ...window }, signal);
  const open = await generators.open.run(
    {
      origin,
      targets: [{ label: 'octets', weight: 1, path: `/${workload.name}?${new URLSearchParams(query)}` }],
      arrivals: 'poisson',
      perSecond: 20,
      ...window,
      seed: 'own',
      policy: 'per-request',
      connections: 4,
      mostConnections: 50,
      timeoutMs: 30_000,
      verify: { workload: specifier, queries: [query] },
    },
    signal,
  );
  return { closed: closed.result, open: open.result };
}

// `package.test.ts` measures the project's function of JSON, by the package for npx.
describe('a function of octets in a user’s project, in TypeScript with types to remove,', () => {
  const specifier = withInputs('./src/render.ts#renderOctets', { body: 'samples/article.md' }, project);
  for (const id of ['threads', 'queue']) {
    const skip = id === 'queue' && !process.env.REDIS_URL && 'needs REDIS_URL: run it by `pnpm test`';
    it(`is served by ${id} and measured`, { skip }, async () => {
      const contestant = (await workspaceContestants(root)).find((one) => one.id === id) ?? assert.fail();
      const { REDIS_URL } = process.env;
      const service = await startService(contestant, {
        workload: specifier,
        workers: 2,
        signal,
        ...(REDIS_URL && { redisUrl: REDIS_URL }),
      });
      try {
        const { closed, open } = await loads(service, specifier);
        for (const { accounting, firstWrong } of [closed, open]) {
          assert.deepEqual([firstWrong, accounting.wrong, accounting.failed], [undefined, 0, 0]);
          assert.equal(accounting.ok + accounting.inFlight, accounting.sent);
        }
        assert.ok(open.accounting.ok > 0); // the open loop waits for its answers, however slow the machine is
      } finally {
        await service.stop();
      }
    });
  }
});
