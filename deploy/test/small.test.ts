import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { KUBERNETES, rendered } from './manifests.ts';
import { problemsOf } from './schema.ts';
import { cores, mebibytes, ofKind, workloads } from './shapes.ts';

const manifests = rendered(join(KUBERNETES, 'overlays/small')) ?? [];

describe('the overlay for two cores', { skip: manifests.length === 0 && 'no kustomize or kubectl' }, () => {
  it('keeps to the schemas', () => assert.deepEqual(manifests.flatMap(problemsOf), []));

  it('requests at most half a core and 1.25 GiB while each pod is replaced', () => {
    const requests = workloads(manifests).map(
      ({ spec }) => spec.template.spec.containers[0].resources.requests,
    );
    const sum = (amounts: number[]) => 2 * amounts.reduce((total, amount) => total + amount, 0);
    assert.ok(sum(requests.map(({ cpu }) => cores(cpu))) <= 0.5);
    assert.ok(sum(requests.map(({ memory }) => mebibytes(memory))) <= 1.25 * 1024);
  });

  it('has one replica of each service, and no autoscaler', () => {
    assert.deepEqual(ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject'), []);
    assert.ok(workloads(manifests).every(({ spec }) => (spec.replicas ?? 1) === 1));
  });
});
