import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { primes } from '@cpu-bound/workload';
import { queueNames } from '../../packages/queue/src/config.ts';
import { environmentOf } from './environment.ts';
import { everyWay } from './manifests.ts';
import {
  type Autoscaler,
  type Budget,
  ofKind,
  type ScaledObject,
  type Service,
  selects,
  type TriggerAuthentication,
  theOne,
  workloads,
} from './shapes.ts';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

for (const [way, manifests] of everyWay()) {
  const serviceNames = ofKind<Service>(manifests, 'Service').map(({ metadata }) => metadata.name);

  describe(`references to another object, ${way}`, () => {
    for (const workload of workloads(manifests)) {
      const { name } = workload.metadata;
      it(`${name} selects its own pods only`, () => {
        const selected = workloads(manifests).filter((other) =>
          selects(workload.spec.selector.matchLabels, other),
        );
        assert.deepEqual(selected, [workload]);
      });
      it(`${name} refers to existing ConfigMaps and Secrets`, () => {
        const [{ env = [], envFrom = [] }] = workload.spec.template.spec.containers;
        for (const { configMapRef } of envFrom) theOne(manifests, 'ConfigMap', configMapRef.name);
        for (const { valueFrom } of env) if (valueFrom) assertKey(valueFrom.secretKeyRef);
      });
    }

    it('no Secret is among the manifests', () => {
      assert.deepEqual(ofKind(manifests, 'Secret'), []);
    });

    for (const { metadata, spec } of ofKind<Service>(manifests, 'Service')) {
      it(`the Service ${metadata.name} selects the pods of its name, and one of their ports`, () => {
        const selected = workloads(manifests).filter((workload) => selects(spec.selector, workload));
        assert.deepEqual(
          selected.map((workload) => workload.metadata.name),
          [metadata.name],
        );
        const ports = selected[0]?.spec.template.spec.containers[0].ports?.map(({ name }) => name);
        for (const { targetPort } of spec.ports) assert.ok(ports?.includes(targetPort));
      });
    }

    it('each disruption budget selects the pods of its name', () => {
      for (const { metadata, spec } of ofKind<Budget>(manifests, 'PodDisruptionBudget')) {
        const deployment = workloads(manifests).find((workload) => workload.metadata.name === metadata.name);
        assert.ok(deployment && selects(spec.selector.matchLabels, deployment), metadata.name);
      }
    });

    it('each Deployment has a disruption budget', () => {
      for (const { metadata } of ofKind(manifests, 'Deployment'))
        theOne(manifests, 'PodDisruptionBudget', metadata.name);
    });

    it('each autoscaler scales a Deployment of its own', () => {
      const scaled = ofKind<Autoscaler>(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').map(
        ({ spec }) => {
          const { kind = 'Deployment', name } = spec.scaleTargetRef;
          return theOne(manifests, kind, name).metadata.name;
        },
      );
      assert.deepEqual(scaled.sort(), ['cluster', 'queue-worker', 'single', 'threads']);
    });

    it('the queue and its workers connect to the Redis of the manifests', () => {
      for (const name of ['queue', 'queue-worker']) {
        const { hostname, port } = new URL(environmentOf(manifests, name).REDIS_URL ?? '');
        assertServed(hostname, port);
      }
    });

    it("KEDA counts BullMQ's lists of waiting jobs, in the Redis of the manifests", () => {
      const { spec } = theOne<ScaledObject>(manifests, 'ScaledObject', 'queue-worker');
      const counted = spec.triggers.filter(({ type }) => type === 'redis');
      const { requests, jobs } = queueNames({ QUEUE_NAME: 'compute' }, primes);
      assert.deepEqual(
        counted.map(({ metadata }) => metadata.listName),
        [`bull:${requests}:wait`, `bull:${jobs}:wait`],
      );
      for (const { metadata, authenticationRef } of counted) {
        const [host = '', port = ''] = metadata.address?.split(':') ?? [];
        assertServed(host.replace(/\.cpu-bound\.svc$/, ''), port);
        const name = authenticationRef?.name ?? '';
        const { secretTargetRef } = theOne<TriggerAuthentication>(
          manifests,
          'TriggerAuthentication',
          name,
        ).spec;
        for (const reference of secretTargetRef) assertKey(reference);
      }
    });
  });

  function assertServed(host: string, port: string): void {
    assert.ok(serviceNames.includes(host), `there is no Service ${host}`);
    const { spec } = theOne<Service>(manifests, 'Service', host);
    assert.ok(spec.ports.some((served) => String(served.port) === port));
  }
  function assertKey({ name, key }: { name: string; key: string }): void {
    const made = [...README.matchAll(/create secret generic (\w+) --from-file=(\w+)=/g)];
    assert.ok(
      made.some(([, secret, its]) => secret === name && its === key),
      `README.md does not create the Secret ${name} with ${key}`,
    );
  }
}
