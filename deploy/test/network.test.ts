import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { everyWay } from './manifests.ts';
import { type NetworkPolicy, namesIn, ofKind, theOne, workloads } from './shapes.ts';

for (const [way, manifests] of everyWay()) {
  const all = workloads(manifests).map(({ metadata }) => metadata.name);
  const policies = ofKind<NetworkPolicy>(manifests, 'NetworkPolicy');
  const about = (name: string, type: string) =>
    policies.filter(
      ({ spec }) => spec.policyTypes.includes(type) && namesIn(spec.podSelector, all).includes(name),
    );

  describe(`the network, ${way}`, () => {
    it('allows only the connections of a policy', () => {
      const { spec } = theOne<NetworkPolicy>(manifests, 'NetworkPolicy', 'default-deny');
      assert.deepEqual(spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    });

    it('allows only the queue, its workers and KEDA to connect to Redis', () => {
      const peers = about('redis', 'Ingress').flatMap(({ spec }) =>
        (spec.ingress ?? []).flatMap(({ from }) => from ?? assert.fail('from anywhere')),
      );
      const names = peers.flatMap(({ podSelector, namespaceSelector }) =>
        podSelector ? namesIn(podSelector, all) : Object.values(namespaceSelector?.matchLabels ?? {}),
      );
      assert.deepEqual(names.sort(), ['keda', 'queue', 'queue-worker']);
    });

    it('allows connections from anywhere to HTTP services only', () => {
      const open = policies.filter(({ spec }) => spec.ingress?.some(({ from }) => from === undefined));
      const names = open.flatMap(({ spec }) => namesIn(spec.podSelector, all));
      assert.deepEqual(names, ['single', 'cluster', 'threads', 'queue', 'queue-worker']);
    });

    it('allows only the queue and its workers to connect to others: Redis and the DNS', () => {
      for (const name of all) {
        const allowed = about(name, 'Egress').flatMap(({ spec }) => spec.egress ?? []);
        assert.equal(allowed.length, ['queue', 'queue-worker'].includes(name) ? 2 : 0, name);
        assert.ok(
          allowed.every(({ to }) => to),
          name,
        );
      }
    });
  });
}
