import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import type { Manifest } from './shapes.ts';

const kinds = [
  ...[ConfigMap, Deployment, HorizontalPodAutoscaler, Namespace, NetworkPolicy, PodDisruptionBudget],
  ...[ScaledObject, Service, StatefulSet, TriggerAuthentication],
] as const;

/**
 * Lists the violations of the published schema of a manifest's kind, a sentence each. Schemas and API server accept
 * unknown fields, so a misspelt probe is no probe. Here a field that the schema has not read is unknown.
 */
export function problemsOf(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const Kind = kinds.find((known) => known.apiVersion === apiVersion && known.kind === kind);
  if (!Kind) return [`there is no schema of ${kind} in ${apiVersion}`];
  const unread = new Set<string>();
  try {
    Kind.prototype.validate.call(recordReads(manifest, '', unread));
  } catch (error) {
    return [(error as Error).message];
  }
  return [...unread].map((path) => `${path} is unknown`);
}

/** Wraps a value, so that each of its fields is in `unread` until it is read. */
function recordReads<T>(value: T, path: string, unread: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  const fields = new Map<PropertyKey, unknown>();
  for (const [key, field] of Object.entries(value)) {
    unread.add(`${path}/${key}`);
    fields.set(key, recordReads(field, `${path}/${key}`, unread));
  }
  return new Proxy(value, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`);
      return fields.has(key) ? fields.get(key) : Reflect.get(target, key);
    },
  });
}
