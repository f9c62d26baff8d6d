import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { endContestant, json, send, startContestant, takesOctets } from '@cpu-bound/conformance';
import { inputOf, loadWorkload } from '@cpu-bound/workload';

const folder = join(import.meta.dirname, '..');

takesOctets(folder);

describe('a job of octets', () => {
  it('has those of its body, and gives those of its result as base64', async () => {
    const service = await startContestant(folder, { WORKLOAD: 'payload', WORKERS: '1' });
    try {
      const query = { in: '5000', out: '3000', as: 'octets' };
      const payload = await loadWorkload('payload');
      const accepted = await fetch(`${service.origin}/jobs?${new URLSearchParams(query)}`, {
        method: 'POST',
        body: Buffer.from(payload.bodyFor?.(query) ?? []),
      });
      assert.equal(accepted.status, 202);
      const { id } = (await accepted.json()) as { id: string };
      const ended = await send(service.origin, `/jobs/${id}`, 'GET', { Prefer: 'wait=20' });
      assert.equal(json(ended).state, 'completed', ended.body);
      const { octets, computeMs: _time, worker: _who, ...fields } = json(ended).result;
      const output = { ...fields, octets: Buffer.from(octets, 'base64') };
      assert.ok(payload.verify(inputOf(payload, query), output), JSON.stringify(fields));
    } finally {
      await endContestant(service);
    }
  });

  it('may have none in its body', async () => {
    const service = await startContestant(folder, { WORKLOAD: 'payload', WORKERS: '1', LOG_LEVEL: 'error' });
    try {
      const reply = await send(service.origin, '/jobs?in=0&out=100', 'POST', { Prefer: 'wait=20' });
      assert.deepEqual([reply.status, json(reply).state], [202, 'completed'], reply.body);
    } finally {
      await endContestant(service);
    }
  });
});
