import assert from 'node:assert/strict';
import { cpus } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { onPath } from '../../src/host/run.ts';
import { startService } from '../../src/host/service-process.ts';
import { readUsage, serverMemory, treesOf, usageBetween } from '../../src/host/usage.ts';
import { contestant } from '../fixtures/contestant.ts';

const { signal } = new AbortController();
/** Each request takes this CPU time, which is many of the system's steps of 10 ms. */
const TASK_S = 0.1;
const REQUESTS = 5;

const burn = `const until = process.cpuUsage().user + ${TASK_S * 1e6}; while (process.cpuUsage().user < until);`;
const listens = (onRequest: string) => `
  require('node:http').createServer(async (request, response) => {
    if (request.url === '/readyz') return response.end();
    ${onRequest}
    response.end();
  }).listen(process.env.PORT, '127.0.0.1');`;

/** A program that ends at SIGTERM, and computes in a process that is no child of it and has nothing of its environment. */
const hidden = `
  process.once('SIGTERM', () => process.exit());
  setInterval(() => {}, 1000);
  const server = ${JSON.stringify(listens(burn))};
  require('node:child_process').spawn(
    'sh', ['-c', '"$0" "$@" &', process.execPath, '-e', server],
    { detached: true, stdio: 'ignore', env: { PORT: process.env.PORT } },
  );`;

/** A program that computes each request in a process of its own, which ends with it. */
const shortLived = `
  process.once('SIGTERM', () => process.exit());
  const { once } = require('node:events');
  ${listens(`await once(require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(burn)}]), 'exit');`)}`;

/** A program that computes each request in a child of a process that ignores its end: the child's CPU time is nobody's. */
const ignoresTheEnd = `
  process.once('SIGTERM', () => process.exit());
  const { once } = require('node:events');
  const parent = 'local $SIG{CHLD} = "IGNORE"; exec(@ARGV) unless fork; wait';
  ${listens(`await once(require('node:child_process').spawn('perl', ['-e', parent, process.execPath, '-e', ${JSON.stringify(burn)}]), 'exit');`)}`;

async function started(t: TestContext, program: string) {
  const service = await startService(
    { ...contestant('other'), folder: import.meta.dirname, command: ['node', '-e', program] },
    { workload: 'primes', signal },
  );
  t.after(() => service.kill());
  return service;
}

/** Reads the usage of a service while it answers some requests, one after the other. */
async function usageOf(service: Parameters<typeof treesOf>[0] & { readonly origin: string }) {
  const trees = await treesOf(service);
  const before = await readUsage(trees, undefined);
  for (let request = 0; request < REQUESTS; request++)
    await (await fetch(service.origin, { headers: { Connection: 'close' } })).text();
  const after = await readUsage(trees, undefined);
  const usage = usageBetween(before, after, 0);
  const { unattributed = 0, foreign = 0 } = usage;
  // No process has this time: neither one of the service nor one of another program.
  const lost = unattributed - (foreign * cpus().length * (after.at - before.at)) / 1000;
  return { ...usage, lost, ...(await serverMemory(trees)) };
}

const inProc = { skip: process.platform === 'linux' ? false : 'there is no /proc' };

describe('the usage of a service', inProc, () => {
  it('is that of whoever listens on its port, and what it leaves behind is told and ended', async (t) => {
    const service = await started(t, hidden);
    const { serverCpu = 0, serverRssBytes = 0 } = await usageOf(service);
    assert.ok(serverCpu >= 0.95 * REQUESTS * TASK_S, `${serverCpu} s of CPU time`);
    assert.ok(serverRssBytes > 50 * 2 ** 20, `${serverRssBytes} bytes: two processes of Node.js`);
    assert.deepEqual(await service.stop(), ['left 1 process behind, which was ended']);
    await assert.rejects(fetch(service.origin));
  });

  it('includes that of processes which ended meanwhile', async (t) => {
    const { serverCpu = 0 } = await usageOf(await started(t, shortLived));
    assert.ok(serverCpu >= 0.95 * REQUESTS * TASK_S, `${serverCpu} s of CPU time`);
  });

  it('includes that of children for whose end nobody waited, where a cgroup counts it, and is not attributed elsewhere', async (t) => {
    if ((await onPath('perl')) === undefined) return t.skip('no perl');
    const service = await started(t, ignoresTheEnd);
    const took = 0.95 * REQUESTS * TASK_S;
    const { serverCpu = 0, lost } = await usageOf({ ...service, account: undefined });
    assert.ok(lost >= took, `${lost} s of CPU time are no process's`);
    assert.ok(serverCpu < took, `${serverCpu} s of CPU time`);
    if (!service.account) return t.skip('no cgroup can be made here');
    const counted = await usageOf(service);
    assert.ok((counted.serverCpu ?? 0) >= took, `${counted.serverCpu} s of CPU time`);
  });

  it('is known of one that computes while another is measured', async (t) => {
    const [asked, other] = [await started(t, shortLived), await started(t, hidden)];
    const trees = await treesOf(asked, { other });
    const before = await readUsage(trees, undefined);
    for (let request = 0; request < REQUESTS; request++)
      await (await fetch(other.origin, { headers: { Connection: 'close' } })).text();
    const after = await readUsage(trees, undefined);
    const { idleCores = {} } = usageBetween(before, after, 0);
    const seconds = (after.at - before.at) / 1000;
    assert.ok((idleCores.other ?? 0) * seconds >= 0.9 * REQUESTS * TASK_S, `${idleCores.other} cores`);
  });
});
