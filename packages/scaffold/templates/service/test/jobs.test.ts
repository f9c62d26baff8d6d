import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slow, startSlow, until } from './start.ts';

type Job = {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly result?: { readonly ms: number };
  readonly worker?: { readonly pid: number };
};

const read = async (url: string): Promise<Job> => (await fetch(url)).json() as Promise<Job>;

describe('a job', () => {
  it('is accepted with 202, and has a result later', async (context) => {
    const { origin } = await startSlow(context);
    const accepted = await fetch(`${origin}/jobs?ms=10`, { method: 'POST' });
    assert.equal(accepted.status, 202);
    const url = origin + accepted.headers.get('location');
    await until(async () => (await read(url)).state === 'completed');
    assert.equal((await read(url)).result?.ms, 10);
  });

  it('is the same for the same key', async (context) => {
    const { origin } = await startSlow(context);
    const submit = async () => {
      const headers = { 'Idempotency-Key': 'a-key' };
      const response = await fetch(`${origin}/jobs?ms=10`, { method: 'POST', headers });
      return ((await response.json()) as Job).id;
    };
    assert.equal(await submit(), await submit());
  });

  it('is completed by another worker when its own is killed', async (context) => {
    const { origin } = await startSlow(context, { WORKERS: '1' });
    const timing = (await slow(origin, 1)).headers.get('server-timing') ?? '';
    const pid = Number(/worker;desc="(\d+)/.exec(timing)?.[1]);
    const accepted = await fetch(`${origin}/jobs?ms=1000`, { method: 'POST' });
    const url = origin + accepted.headers.get('location');
    await until(async () => (await read(url)).state === 'active');
    process.kill(pid, 'SIGKILL');
    await until(async () => (await read(url)).state === 'completed');
    const { attempts, worker } = await read(url);
    assert.equal(attempts, 2);
    assert.notEqual(worker?.pid, pid);
  });
});
