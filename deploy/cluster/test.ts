import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { failuresIn } from '../load.ts';
import { asWritten } from '../test/manifests.ts';
import { type ScaledObject, theOne } from '../test/shapes.ts';
import { localContext } from './local-context.ts';
import { TestNamespace } from './namespace.ts';

const OVERLAY = join(import.meta.dirname, '../kubernetes/overlays/small');
const SERVICES = ['single', 'cluster', 'threads', 'queue'];
const ROLLOUTS = 2;
/** The load begins before a change, and goes on after it, to detect requests to an ended pod. */
const BEFORE_AND_AFTER_MS = 3_000;
const PATIENCE = '--timeout=180s';
/** These jobs compute for some seconds in all, so that some wait when the next command arrives. */
const JOB = { upTo: 5_000_000, count: 348_513 };
const JOBS = 12;
const KILL_ALL = "process.kill(-1, 'SIGKILL')";
const JOBS_WITHIN_MS = 180_000;
const POLL_MS = 500;

type Job = { id: string; state: string; attempts: number; result?: { count: number } };

/** Tests the manifests in a local cluster, which has the image `cpu-bound-contestant:small` and can pull that of Redis. */
function tryIn(namespace: TestNamespace): void {
  before(() => namespace.apply(OVERLAY));
  after(() => namespace.remove());

  const untilReady = (workload: string) => namespace.kubectl('rollout', 'status', workload, PATIENCE);
  const untilGone = (pods: readonly string[]) =>
    namespace.kubectl('wait', '--for=delete', ...pods.map((pod) => `pod/${pod}`), PATIENCE);
  const untilPods = (service: string, condition: `Ready=${boolean}`) => {
    const selector = `--selector=app.kubernetes.io/name=${service}`;
    return namespace.kubectl('wait', 'pod', selector, `--for=condition=${condition}`, PATIENCE);
  };

  /** Replaces all pods of a service, and waits until the old ones have ended. */
  async function roll(service: string): Promise<void> {
    const old = await namespace.podsOf(service);
    await namespace.kubectl('rollout', 'restart', `deployment/${service}`);
    await untilReady(`deployment/${service}`);
    await untilGone(old);
  }

  /** Asserts that every request during a change has its right answer. */
  async function failsNothing(service: string, during: () => Promise<unknown>): Promise<string> {
    const tally = await namespace.underLoad(service, async () => {
      await sleep(BEFORE_AND_AFTER_MS);
      await during();
      await sleep(BEFORE_AND_AFTER_MS);
    });
    const { failed, summary } = failuresIn(tally);
    assert.equal(failed, 0, summary);
    assert.ok(tally.sent > 0, 'no request was sent');
    return summary;
  }

  /** Submits jobs, and returns their addresses. */
  async function submit(count: number): Promise<string[]> {
    const url = `http://queue/jobs?upTo=${JOB.upTo}`;
    const accepted = await namespace.ask<Job>('POST', ...Array.from({ length: count }, () => url));
    return accepted.map(({ status, body }) => {
      assert.equal(status, 202, JSON.stringify(body));
      return `http://queue/jobs/${body.id}`;
    });
  }

  /** Polls jobs until a condition holds. */
  async function untilJobs(urls: readonly string[], are: (jobs: Job[]) => boolean): Promise<Job[]> {
    for (const deadline = performance.now() + JOBS_WITHIN_MS; ; await sleep(POLL_MS)) {
      const jobs = (await namespace.ask<Job>('GET', ...urls)).map(({ body }) => body);
      if (are(jobs)) return jobs;
      assert.ok(performance.now() < deadline, JSON.stringify(jobs));
    }
  }
  const untilDone = (urls: readonly string[]) =>
    untilJobs(urls, (jobs) => jobs.every(({ result }) => result?.count === JOB.count));

  it('make every pod ready', async () => {
    await untilPods('load', 'Ready=true');
    await untilReady('statefulset/redis');
    for (const service of [...SERVICES, 'queue-worker']) await untilReady(`deployment/${service}`);
  });

  for (const service of SERVICES)
    it(`make ${service} count the primes up to 1000`, async () => {
      const [answer] = await namespace.ask<{ count: number }>('GET', `http://${service}/primes?upTo=1000`);
      assert.equal(answer?.body.count, 168, JSON.stringify(answer));
    });

  for (const service of [...SERVICES, 'queue-worker'])
    it(`fail no request while the pods of ${service} are replaced`, async (t) => {
      const target = service === 'queue-worker' ? 'queue' : service;
      const summary = await failsNothing(target, async () => {
        for (let rollout = 0; rollout < ROLLOUTS; rollout++) await roll(service);
      });
      t.diagnostic(`${service}: ${ROLLOUTS} rollouts, ${summary}`);
    });

  it('let the drain of a node end one pod at a time, and fail no request', async (t) => {
    await namespace.kubectl('scale', 'deployment/threads', '--replicas=2');
    await untilReady('deployment/threads');
    const [first = '', second = ''] = await namespace.podsOf('threads');
    const summary = await failsNothing('threads', async () => {
      await namespace.evict(first);
      await assert.rejects(namespace.evict(second), /disruption budget/);
      await untilGone([first]);
      await untilReady('deployment/threads');
    });
    t.diagnostic(`threads: 1 eviction, ${summary}`);
  });

  it('run the job of a killed worker again, and lose none', async () => {
    const jobs = await submit(JOBS);
    await untilJobs(jobs, (all) => all.some(({ state }) => state === 'active'));
    const [worker = ''] = await namespace.podsOf('queue-worker');
    const killing = namespace.kubectl('exec', worker, '--', 'node', '--eval', KILL_ALL);
    await killing.catch(() => {}); // the command itself may end with its container
    const attempts = (await untilDone(jobs)).map((job) => job.attempts);
    assert.ok(Math.max(...attempts) > 1, `the worker had no job when it was killed: ${attempts}`);
  });

  it('keep waiting jobs in the lists that KEDA counts', async () => {
    const { triggers } = theOne<ScaledObject>(asWritten(), 'ScaledObject', 'queue-worker').spec;
    const names = triggers.flatMap(({ metadata }) => metadata.listName ?? []);
    const jobs = await submit(JOBS);
    const lengths = await Promise.all(
      names.map((name) => namespace.kubectl('exec', 'redis-0', '--', 'redis-cli', 'llen', name)),
    );
    // The worker has fetched two jobs.
    assert.ok(Number(lengths[1]) > 0, `${names} have ${lengths} entries`);
    await untilDone(jobs);
  });

  it('keep accepted jobs while Redis is away, and make the queue unready meanwhile', async () => {
    const jobs = await submit(JOBS);
    await namespace.kubectl('scale', 'statefulset/redis', '--replicas=0');
    for (const service of ['queue', 'queue-worker']) await untilPods(service, 'Ready=false');
    await namespace.kubectl('scale', 'statefulset/redis', '--replicas=1');
    await untilReady('statefulset/redis');
    for (const service of ['queue', 'queue-worker']) await untilPods(service, 'Ready=true');
    await untilDone(jobs);
  });
}

const found = await localContext();
if ('skip' in found) it.skip(`the manifests in a cluster: ${found.skip}`);
else describe('the manifests in a cluster', () => tryIn(new TestNamespace(found.context)));
