import { type Manifest, theOne, type Values, type Variable, type Workload } from './shapes.ts';

/** The environment that a pod starts with, as its image's ENV, its ConfigMap and its own variables make it. */
export function environmentOf(manifests: readonly Manifest[], deployment: string): Record<string, string> {
  const { spec } = theOne<Workload>(manifests, 'Deployment', deployment);
  const [{ env = [], envFrom = [] }] = spec.template.spec.containers;
  const shared = envFrom.map(
    ({ configMapRef }) => theOne<Values>(manifests, 'ConfigMap', configMapRef.name).data,
  );
  // A Secret is none of the manifests.
  const own = env.map(({ name, value = '' }: Variable) => [name, value]);
  return Object.assign({ HOST: '0.0.0.0', PORT: '3000' }, ...shared, Object.fromEntries(own));
}
