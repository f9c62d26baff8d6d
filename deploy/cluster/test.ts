import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { failuresIn, PRIMES, type Work } from '../load.ts';
import { asWritten } from '../test/manifests.ts';
import { type ScaledObject, theOne } from '../test/shapes.ts';
import { localContext } from './local-context.ts';
import { type Applied, TestNamespace } from './namespace.ts';

const ROOT = join(import.meta.dirname, '../..');
const KUBERNETES = join(ROOT, 'deploy/kubernetes');
/** The project's own manifests. */
const OWN: Applied = {
  resources: [join(KUBERNETES, 'overlays/small')],
  components: [],
  secret: 'redis',
  hasNamespace: true,
};
const foldersOf = (...strategies: string[]) =>
  strategies.map((strategy) => join(ROOT, 'examples/services', strategy, 'kubernetes'));
/** The manifests of services that are scaffolded around `render`. */
const SCAFFOLDED: Applied = {
  resources: foldersOf('threads', 'queue'),
  components: [join(KUBERNETES, 'small')],
  secret: 'queue-service-redis',
  hasNamespace: false,
};
const SERVICES = ['single', 'cluster', 'threads', 'queue'];
const ROLLOUTS = 2;
/** The load begins before a change, and continues after it, to detect requests to an ended pod. */
const BEFORE_AND_AFTER_MS = 3_000;
/** Jobs that compute for some seconds in all, so that some are left to do when the next command arrives. */
const JOB = { upTo: 5_000_000, count: 348_513 };
const JOBS = 12;
const KILL_ALL = "process.kill(-1, 'SIGKILL')";
const JOBS_WITHIN_MS = 180_000;
const POLL_MS = 500;

type Job = { id: string; state: string; attempts: number; result?: { count: number } };

/** Applies manifests in a local cluster, for as long as the tests run. */
function within(namespace: TestNamespace, applied: Applied): void {
  before(() => namespace.apply(applied));
  after(() => namespace.remove());
  let hasFailed = false;
  afterEach(async (context) => {
    if (hasFailed || (context as TestContext & { passed: boolean }).passed) return;
    hasFailed = true; // the first failure is the cause of the others
    console.log(await namespace.evidence());
  });
}

/** Sends a load to a service during an action, and asserts that every request gets its right answer. */
async function failsNothing(
  namespace: TestNamespace,
  service: string,
  work: Work,
  during: () => Promise<unknown>,
): Promise<string> {
  const tally = await namespace.underLoad(service, work, async () => {
    await sleep(BEFORE_AND_AFTER_MS);
    await during();
    await sleep(BEFORE_AND_AFTER_MS);
  });
  const { failed, summary } = failuresIn(tally);
  assert.equal(failed, 0, summary);
  assert.ok(tally.sent > 0, 'there was a load');
  return summary;
}

/**
 * Replaces the pods of a workload under load.
 *
 * @param work the service that is asked, and its work; the replaced pods are its own or its workers'
 */
function replacesPods(
  namespace: TestNamespace,
  workload: string,
  [asked, work]: readonly [string, Work],
): void {
  it(`fail no request while the pods of ${workload} are replaced`, async (t) => {
    const summary = await failsNothing(namespace, asked, work, async () => {
      for (let rollout = 0; rollout < ROLLOUTS; rollout++) await namespace.roll(workload);
    });
    t.diagnostic(`${workload}: ${ROLLOUTS} rollouts, ${summary}`);
  });
}

/** Submits jobs to the queue of a namespace, and returns their addresses. */
async function submit(namespace: TestNamespace): Promise<string[]> {
  const url = `http://queue/jobs?upTo=${JOB.upTo}`;
  const accepted = await namespace.ask<Job>('POST', ...Array.from({ length: JOBS }, () => url));
  return accepted.map(({ status, body }) => {
    assert.equal(status, 202, JSON.stringify(body));
    return `http://queue/jobs/${body.id}`;
  });
}

async function untilJobs(
  namespace: TestNamespace,
  urls: readonly string[],
  are: (jobs: Job[]) => boolean,
): Promise<Job[]> {
  for (const deadline = performance.now() + JOBS_WITHIN_MS; ; await sleep(POLL_MS)) {
    const jobs = (await namespace.ask<Job>('GET', ...urls)).map(({ body }) => body);
    if (are(jobs)) return jobs;
    assert.ok(performance.now() < deadline, JSON.stringify(jobs));
  }
}

const untilDone = (namespace: TestNamespace, urls: readonly string[]) =>
  untilJobs(namespace, urls, (jobs) => jobs.every(({ result }) => result?.count === JOB.count));

/**
 * Tests the project's manifests, with the image `cpu-bound-contestant:small`, which the cluster has. It may pull that
 * of Redis.
 */
function ownManifests(namespace: TestNamespace): void {
  within(namespace, OWN);

  it('get every pod ready', async () => {
    await namespace.untilPods('load', 'Ready=true');
    await namespace.untilReady('statefulset/redis');
    for (const service of [...SERVICES, 'queue-worker']) await namespace.untilReady(`deployment/${service}`);
  });

  for (const service of SERVICES)
    it(`make ${service} count the primes up to 1000`, async () => {
      const [answer] = await namespace.ask<{ count: number }>('GET', `http://${service}/primes?upTo=1000`);
      assert.equal(answer?.body.count, 168, JSON.stringify(answer));
    });

  for (const service of SERVICES) replacesPods(namespace, service, [service, PRIMES]);
  replacesPods(namespace, 'queue-worker', ['queue', PRIMES]);

  it('let the drain of a node end one pod at a time, and fail no request', async (t) => {
    await namespace.kubectl('scale', 'deployment/threads', '--replicas=2');
    await namespace.untilReady('deployment/threads');
    const [first = '', second = ''] = await namespace.podsOf('threads');
    const summary = await failsNothing(namespace, 'threads', PRIMES, async () => {
      await namespace.evict(first);
      await assert.rejects(namespace.evict(second), /disruption budget/);
      await namespace.untilGone([first]);
      await namespace.untilReady('deployment/threads');
    });
    t.diagnostic(`threads: 1 eviction, ${summary}`);
  });

  keepsJobs(namespace);
}

function keepsJobs(namespace: TestNamespace): void {
  it('run the job of a killed worker again, and lose none', async () => {
    const jobs = await submit(namespace);
    await untilJobs(namespace, jobs, (all) => all.some(({ state }) => state === 'active'));
    const [worker = ''] = await namespace.podsOf('queue-worker');
    const killing = namespace.kubectl('exec', worker, '--', 'node', '--eval', KILL_ALL);
    await killing.catch(() => {}); // the command itself may end with its container
    const attempts = (await untilDone(namespace, jobs)).map((job) => job.attempts);
    assert.ok(Math.max(...attempts) > 1, `the worker had no job when it was killed: ${attempts}`);
  });

  it('keep waiting jobs in the lists that KEDA counts', async () => {
    const { triggers } = theOne<ScaledObject>(asWritten(), 'ScaledObject', 'queue-worker').spec;
    const names = triggers.flatMap(({ metadata }) => metadata.listName ?? []);
    const jobs = await submit(namespace);
    const lengths = await Promise.all(
      names.map((name) => namespace.kubectl('exec', 'redis-0', '--', 'redis-cli', 'llen', name)),
    );
    // The worker has fetched two jobs.
    assert.ok(Number(lengths[1]) > 0, `${names} have ${lengths} entries`);
    await untilDone(namespace, jobs);
  });

  it('keep accepted jobs while Redis is away, and make the queue unready meanwhile', async () => {
    const jobs = await submit(namespace);
    await namespace.kubectl('scale', 'statefulset/redis', '--replicas=0');
    for (const service of ['queue', 'queue-worker']) await namespace.untilPods(service, 'Ready=false');
    await namespace.kubectl('scale', 'statefulset/redis', '--replicas=1');
    await namespace.untilReady('statefulset/redis');
    for (const service of ['queue', 'queue-worker']) await namespace.untilPods(service, 'Ready=true');
    await untilDone(namespace, jobs);
  });
}

/** Tests the scaffolded manifests, with the images `threads-service:1` and `queue-service:1`. */
function scaffoldedManifests(namespace: TestNamespace, render: Work): void {
  within(namespace, SCAFFOLDED);

  it('get every pod ready', async () => {
    await namespace.untilPods('load', 'Ready=true');
    await namespace.untilReady('statefulset/queue-service-redis');
    for (const workload of ['threads-service', 'queue-service', 'queue-service-worker'])
      await namespace.untilReady(`deployment/${workload}`);
  });

  for (const service of ['threads-service', 'queue-service'])
    replacesPods(namespace, service, [service, render]);
  replacesPods(namespace, 'queue-service-worker', ['queue-service', render]);

  it('are accepted for the other strategies', async () => {
    for (const folder of foldersOf('single', 'cluster'))
      await namespace.kubectl('apply', '--kustomize', folder, '--dry-run=server');
  });
}

/** Makes the work of rendering a sample, with the function's HTML as the right answer. */
async function rendering(sample: string) {
  const { toHtml } = await import(join(ROOT, 'examples/own-project/src/html.ts'));
  const body = JSON.parse(readFileSync(join(ROOT, 'examples/own-project/samples', sample), 'utf8'));
  return { path: '/render', body, answer: { title: body.title, html: toHtml(body.markdown) } };
}

const found = await localContext();
if ('skip' in found) it.skip(`the manifests in a cluster: ${found.skip}`);
else {
  const { context } = found;
  describe('the manifests in a cluster', () => ownManifests(new TestNamespace(context)));
  const render: Work = { short: await rendering('note.json'), long: await rendering('chapter.json') };
  describe('the manifests of scaffolded services in a cluster', () =>
    scaffoldedManifests(new TestNamespace(context), render));
}
