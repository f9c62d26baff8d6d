import { type Manifest, theOne, type Values, type Variable, type Workload } from './shapes.ts';

/** Builds the environment of a pod from its image's ENV, its ConfigMap and its own variables. */
export function environmentOf(manifests: readonly Manifest[], deployment: string): Record<string, string> {
  const { spec } = theOne<Workload>(manifests, 'Deployment', deployment);
  const [{ env = [], envFrom = [] }] = spec.template.spec.containers;
  const maps = envFrom.map(
    ({ configMapRef }) => theOne<Values>(manifests, 'ConfigMap', configMapRef.name).data,
  );
  // The values of Secrets are not in the manifests.
  const own = env.map(({ name, value = '' }: Variable) => [name, value]);
  return Object.assign({ HOST: '0.0.0.0', PORT: '3000' }, ...maps, Object.fromEntries(own));
}
