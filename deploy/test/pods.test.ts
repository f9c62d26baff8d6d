import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tuning as queueTuning } from '../../packages/queue/src/config.ts';
import { heldMiB, podOf } from '../../packages/scaffold/src/kubernetes.ts';
import { STRATEGIES } from '../../packages/scaffold/src/scaffold.ts';
import { readConfig } from '../../packages/service/src/run/config.ts';
import { GRACE_MS } from '../../packages/service/src/run/stop.ts';
import { tuning as threadsTuning } from '../../packages/threads/src/pool.ts';
import { environmentOf } from './environment.ts';
import { asWritten } from './manifests.ts';
import { scaffolded } from './scaffolded.ts';
import { cores, type Manifest, mebibytes, ofKind, theOne, type Workload, workloads } from './shapes.ts';

const manifests = asWritten();
const tuning = { ...queueTuning, ...threadsTuning };
/** Runs with small tasks and with large ones, from which services are scaffolded. */
const RUNS = [
  { run: 'small', cores: 2, workers: 1, taskMs: 1, memoryMiB: 90 },
  { run: 'large', cores: 8, workers: 8, taskMs: 4_000, memoryMiB: 9_000 },
];
const services = RUNS.flatMap((figures) =>
  STRATEGIES.map(
    async (strategy) => [` after a ${figures.run} run`, await scaffolded(strategy, figures)] as const,
  ),
);

for (const [where, all] of [['', manifests] as const, ...(await Promise.all(services))])
  for (const deployment of ofKind<Workload>(all, 'Deployment')) describePod(where, all, deployment);

function describePod(where: string, all: readonly Manifest[], { metadata, spec }: Workload): void {
  const pod = spec.template.spec;
  const [container] = pod.containers;

  describe(`a pod of ${metadata.name}${where}`, () => {
    const environment = environmentOf(all, metadata.name);
    const config = readConfig(environment, tuning);
    const { PORT, WORKER_PORT, NODE_OPTIONS } = environment;
    const heapMb = Number(/--max-old-space-size=(\d+)/.exec(NODE_OPTIONS ?? '')?.[1]);
    const { TASK_TIMEOUT_MS, REQUEST_TIMEOUT_MS, DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = config;

    it('is not killed before it has drained, even if a task delays SIGTERM', () => {
      const longest = TASK_TIMEOUT_MS + DRAIN_DELAY_MS + DRAIN_TIMEOUT_MS + GRACE_MS;
      assert.ok(pod.terminationGracePeriodSeconds * 1000 > longest);
    });
    it('drains for as long as a request may take', () => {
      assert.ok(DRAIN_TIMEOUT_MS >= REQUEST_TIMEOUT_MS);
    });
    it('is not restarted for a task that may still end', () => {
      const { periodSeconds, failureThreshold } = container.livenessProbe ?? {};
      assert.ok(Number(periodSeconds) * Number(failureThreshold) * 1000 > TASK_TIMEOUT_MS);
    });
    it('has the port that it listens on', () => {
      const ports = container.ports?.map(({ containerPort }) => containerPort);
      assert.deepEqual(ports, [Number(WORKER_PORT ?? PORT)]);
    });
    it('requests a core for each worker', () => {
      assert.ok(config.WORKERS <= cores(container.resources.requests.cpu));
      assert.ok(cores(container.resources.requests.cpu) <= cores(container.resources.limits.cpu));
    });
    it('may use as much memory as its processes and threads may hold', () => {
      const holds = podOf(metadata.name.replace('-service', ''), config.WORKERS);
      const held = heldMiB(holds, heapMb, Number(environment.THREADS_HEAP_MB ?? 0));
      const { requests, limits } = container.resources;
      assert.ok(held <= mebibytes(limits.memory), `${held} MiB`);
      assert.ok(mebibytes(requests.memory) <= mebibytes(limits.memory));
    });
    it('has a probe for its start, for its readiness and for a hang', () => {
      const paths = [container.startupProbe, container.readinessProbe, container.livenessProbe].map(
        (probe) => probe?.httpGet?.path,
      );
      assert.deepEqual(paths, ['/healthz', '/readyz', '/healthz']);
    });
  });
}

describe('the pod of Redis', () => {
  const [{ args = [], resources }] = theOne<Workload>(manifests, 'StatefulSet', 'redis').spec.template.spec
    .containers;
  const maxMb = Number(/^maxmemory (\d+)mb$/m.exec(args.join())?.[1]);

  it('has memory for two copies of its data during a rewrite of its file, and a fifth for its clients', () => {
    assert.ok(2.2 * maxMb <= mebibytes(resources.limits.memory));
  });
});

describe('every pod', () => {
  it('keeps to the strictest of the Pod Security Standards, on a read-only file system', () => {
    for (const { spec } of workloads(manifests)) {
      const { securityContext, containers } = spec.template.spec;
      assert.deepEqual(containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      assert.partialDeepStrictEqual(securityContext, {
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
    }
  });
});
