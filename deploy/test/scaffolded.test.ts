import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STRATEGIES } from '../../packages/scaffold/src/scaffold.ts';
import { environmentOf } from './environment.ts';
import { asWritten } from './manifests.ts';
import { scaffolded } from './scaffolded.ts';
import { problemsOf } from './schema.ts';
import {
  cores,
  mebibytes,
  ofKind,
  type Service,
  selects,
  theOne,
  type Values,
  type Workload,
  workloads,
} from './shapes.ts';

type Leaves = Readonly<Record<string, unknown>>;
const leavesOf = (value: unknown, path = ''): Leaves =>
  typeof value === 'object' && value !== null
    ? Object.assign({}, ...Object.entries(value).map(([key, each]) => leavesOf(each, `${path} ${key}`)))
    : { [path]: value };

const KINDS = ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service'];
const KINDS_OF_QUEUE = ['Deployment', 'PodDisruptionBudget', 'Service', 'StatefulSet'];
/** A service has its own names, image and place of the code. */
const ITS_OWN = /(?:name|serviceName|part-of| image| workingDir| args 1| env \d value)$/;
const base = asWritten();

for (const strategy of STRATEGIES) {
  const name = `${strategy}-service`;
  const manifests = await scaffolded(strategy);

  describe(`the manifests of a scaffolded ${strategy}`, () => {
    it('keep to the schemas', () => assert.deepEqual(manifests.flatMap(problemsOf), []));

    it('are those of the project, except for names and the place of the code', () => {
      const kinds = new Set<string>();
      for (const manifest of ofKind(manifests, ...KINDS, ...KINDS_OF_QUEUE)) {
        const { kind, metadata } = manifest;
        kinds.add(kind);
        const old = theOne(base, kind, metadata.name.replace(/^.*-redis/, 'redis').replace('-service', ''));
        const [before, now] = [leavesOf(old), leavesOf(manifest)];
        for (const path of Object.keys({ ...before, ...now })) {
          if (before[path] === now[path]) continue;
          assert.match(path, ITS_OWN);
          assert.match(String(now[path]), new RegExp(`${name}|^dist/|undefined`));
        }
      }
      assert.deepEqual([...kinds].sort(), strategy === 'queue' ? KINDS_OF_QUEUE : KINDS);
    });

    it('have the environment of the project, without its workload', () => {
      const { WORKLOAD: _ofTheProject, ...shared } = theOne<Values>(base, 'ConfigMap', 'service').data ?? {};
      assert.deepEqual(theOne<Values>(manifests, 'ConfigMap', name).data, shared);
    });

    it('select the pods of their names, and find their own Redis', () => {
      for (const { metadata, spec } of ofKind<Service>(manifests, 'Service'))
        assert.deepEqual(
          workloads(manifests).filter((workload) => selects(spec.selector, workload)),
          [workloads(manifests).find((workload) => workload.metadata.name === metadata.name)],
        );
      const { REDIS_URL } = environmentOf(manifests, name);
      if (REDIS_URL) theOne(manifests, 'Service', new URL(REDIS_URL).hostname);
    });

    it('name nothing of this project', () => {
      assert.doesNotMatch(JSON.stringify(manifests), /cpu-bound|primes|packages\//);
    });
  });
}

describe('the manifests of a scaffolded service with the figures of a run', () => {
  const figures = { run: 'r', cores: 8, workers: 4, taskMs: 120, memoryMiB: 1_000 };

  it('request a core for each worker, the measured memory and a reserve, and the time of a task', async () => {
    const manifests = await scaffolded('threads', figures);
    const { resources } = theOne<Workload>(manifests, 'Deployment', 'threads-service').spec.template.spec
      .containers[0];
    const { WORKERS, TASK_TIMEOUT_MS } = environmentOf(manifests, 'threads-service');
    assert.deepEqual([WORKERS, cores(resources.requests.cpu), cores(resources.limits.cpu)], ['4', 4, 4]);
    assert.equal(mebibytes(resources.requests.memory), 1_536);
    assert.equal(TASK_TIMEOUT_MS, '2400');
  });

  it('request a share of the memory for each worker of a queue, which is one of many pods', async () => {
    const manifests = await scaffolded('queue', figures);
    const { resources } = theOne<Workload>(manifests, 'Deployment', 'queue-service-worker').spec.template.spec
      .containers[0];
    assert.equal(mebibytes(resources.requests.memory), 384);
    assert.equal(environmentOf(manifests, 'queue-service-worker').WORKERS, '1');
  });

  it('refuse a name that exceeds their limit', async () => {
    await assert.rejects(
      scaffolded('single', undefined, 'a'.repeat(47)),
      /--out a+: .*at most 46 characters/,
    );
  });
});
