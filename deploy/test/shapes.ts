/** The fields of manifests that the tests read. The schemas check that the manifests have these shapes. */
export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
};

export type Labels = Readonly<Record<string, string>>;

type KeyOf = { readonly name: string; readonly key: string };
export type Variable = {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: KeyOf };
};

type Probe = {
  readonly periodSeconds: number;
  readonly failureThreshold: number;
  readonly httpGet?: { readonly path: string };
};

export type Container = {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly resources: Readonly<
    Record<'requests' | 'limits', { readonly cpu: string; readonly memory: string }>
  >;
  readonly securityContext: object;
};

export type Workload = Manifest & {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: { readonly matchLabels: Labels };
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly [Container];
      };
    };
  };
};

export type Service = Manifest & {
  readonly spec: {
    readonly selector: Labels;
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[];
  };
};

export type Budget = Manifest & { readonly spec: { readonly selector: { readonly matchLabels: Labels } } };

export type Autoscaler = Manifest & {
  readonly spec: { readonly scaleTargetRef: { readonly kind?: string; readonly name: string } };
};

export type ScaledObject = Autoscaler & {
  readonly spec: {
    readonly triggers: readonly {
      readonly type: string;
      readonly metadata: Readonly<Record<string, string>>;
      readonly authenticationRef?: { readonly name: string };
    }[];
  };
};

export type TriggerAuthentication = Manifest & {
  readonly spec: { readonly secretTargetRef: readonly KeyOf[] };
};

export type Values = Manifest & { readonly data?: Readonly<Record<string, string>> };

type Selector = {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
};

/** The pods, by labels or by namespace, at the other end of an allowed connection. */
type Peer = { readonly podSelector?: Selector; readonly namespaceSelector?: Selector };

export type NetworkPolicy = Manifest & {
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly { readonly from?: readonly Peer[] }[];
    readonly egress?: readonly { readonly to?: readonly Peer[] }[];
  };
};

/** Finds all manifests of the given kinds. */
export const ofKind = <T extends Manifest>(manifests: readonly Manifest[], ...kinds: string[]): T[] =>
  manifests.filter(({ kind }) => kinds.includes(kind)) as T[];

/** Finds the manifest of a kind and name. @throws Error if there is none */
export function theOne<T extends Manifest>(manifests: readonly Manifest[], kind: string, name: string): T {
  const manifest = manifests.find((other) => other.kind === kind && other.metadata.name === name);
  if (!manifest) throw new Error(`there is no ${kind} named ${name}`);
  return manifest as T;
}

export const workloads = (manifests: readonly Manifest[]): Workload[] =>
  ofKind(manifests, 'Deployment', 'StatefulSet');

/** Finds the names that a selector selects; an empty selector selects all. */
export const namesIn = (
  { matchLabels, matchExpressions = [] }: Selector,
  names: readonly string[],
): readonly string[] => {
  const name = matchLabels?.['app.kubernetes.io/name'];
  if (name !== undefined) return [name];
  return matchExpressions.length > 0 ? matchExpressions.flatMap(({ values }) => values) : names;
};

/** Checks that a workload has all labels of a selector. */
export const selects = (selector: Labels, { spec }: Workload): boolean =>
  Object.entries(selector).every(([key, value]) => spec.template.metadata.labels[key] === value);

/** Converts a quantity of CPU to cores. */
export const cores = (cpu: string): number =>
  cpu.endsWith('m') ? Number.parseInt(cpu, 10) / 1000 : Number(cpu);

/** Converts a quantity of memory to MiB. */
export function mebibytes(memory: string): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(memory) ?? [];
  if (!unit) throw new Error(`${memory} is not in Mi or Gi`);
  return Number(amount) * (unit === 'Gi' ? 1024 : 1);
}
