import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Tally, Work } from '../load.ts';

const run = promisify(execFile);
const PATIENCE = '--timeout=180s';
const FILES = [
  'load.ts',
  'cluster/send-load.ts',
  'cluster/ask.ts',
  'cluster/load-pod.yaml',
  'kubernetes/base/namespace.yaml',
];
const LOG_LINES = '--tail=40';

export type Answer<T> = { readonly status: number; readonly body: T };

/** The folders of manifests and of components, and the Secret to which they refer. */
export type Applied = {
  readonly resources: readonly string[];
  readonly components: readonly string[];
  readonly secret: string;
  /** True if the manifests have a namespace, which gets the name of this one. */
  readonly hasNamespace: boolean;
};

/** A namespace of its own in the cluster of a context. It is removed with this process, however that ends. */
export class TestNamespace {
  readonly #name = `cpu-bound-test-${crypto.randomUUID().slice(0, 8)}`;
  readonly #context: string;
  readonly #remove = () => this.remove();

  constructor(context: string) {
    this.#context = context;
  }

  #flags = (...args: string[]) => ['--context', this.#context, '--namespace', this.#name, ...args];
  #inPod = (program: string, ...args: string[]) =>
    this.#flags('exec', '--stdin', 'load', '--', 'node', `/load/cluster/${program}`, ...args);

  /** Runs kubectl in the namespace, and returns its output; rejects with its error. */
  async kubectl(...args: string[]): Promise<string> {
    return (await run('kubectl', this.#flags(...args), { maxBuffer: 2 ** 26 })).stdout.trim();
  }

  /** Applies manifests in the namespace, and the pod that sends the requests. */
  async apply({ resources, components, secret, hasNamespace }: Applied): Promise<void> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cluster-test-')));
    process.once('exit', this.#remove);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    try {
      for (const file of FILES) cpSync(join(import.meta.dirname, '..', file), join(folder, basename(file)));
      const paths = (folders: readonly string[]) =>
        folders.map((each) => relative(folder, realpathSync(each)));
      const kustomization = {
        namespace: this.#name,
        resources: [...paths(resources), 'load-pod.yaml', ...(hasNamespace ? [] : ['namespace.yaml'])],
        components: paths(components),
        images: [{ name: 'cpu-bound-contestant', newTag: 'small' }],
        configMapGenerator: [{ name: 'load', files: ['load.ts', 'send-load.ts', 'ask.ts'] }],
        secretGenerator: [{ name: secret, literals: [`password=${crypto.randomUUID()}`] }],
      };
      writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
      await this.kubectl('apply', '--kustomize', folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  remove(): void {
    process.off('exit', this.#remove);
    const { status } = spawnSync('kubectl', ['--context', this.#context, 'delete', 'namespace', this.#name], {
      stdio: 'inherit',
    });
    if (status !== 0)
      throw new Error(`the namespace ${this.#name} is left; run kubectl delete namespace ${this.#name}`);
  }

  /** Collects the pods, their events and the ends of their logs, which explain a failed test. */
  async evidence(): Promise<string> {
    const pods = (await this.kubectl('get', 'pods', '--output=name')).split('\n');
    const commands = [
      ['get', 'pods', '--output=wide'],
      ['get', 'events', '--sort-by=.metadata.creationTimestamp'],
      ...pods.map((pod) => ['logs', pod, '--all-containers', LOG_LINES]),
    ];
    const outputs = commands.map(async (args) => {
      const output = await this.kubectl(...args).catch((error: Error) => error.message);
      return `$ kubectl ${args.join(' ')}\n${output}`;
    });
    return (await Promise.all(outputs)).join('\n\n');
  }

  untilReady = (workload: string) => this.kubectl('rollout', 'status', workload, PATIENCE);
  untilGone = (pods: readonly string[]) =>
    this.kubectl('wait', '--for=delete', ...pods.map((pod) => `pod/${pod}`), PATIENCE);
  untilPods = (service: string, condition: `Ready=${boolean}`) => {
    const selector = `--selector=app.kubernetes.io/name=${service}`;
    return this.kubectl('wait', 'pod', selector, `--for=condition=${condition}`, PATIENCE);
  };

  /** Replaces all pods of a service, and waits until the old ones have ended. */
  async roll(service: string): Promise<void> {
    const old = await this.podsOf(service);
    await this.kubectl('rollout', 'restart', `deployment/${service}`);
    await this.untilReady(`deployment/${service}`);
    await this.untilGone(old);
  }

  /** Lists the names of a service's pods, without those that are ending. */
  async podsOf(service: string): Promise<string[]> {
    const selector = `--selector=app.kubernetes.io/name=${service}`;
    const pods: { items: { metadata: { name: string; deletionTimestamp?: string } }[] } = JSON.parse(
      await this.kubectl('get', 'pods', selector, '--output=json'),
    );
    return pods.items.flatMap(({ metadata }) => (metadata.deletionTimestamp ? [] : metadata.name));
  }

  /** Evicts a pod, as the drain of its node does; rejects if a disruption budget forbids it. */
  async evict(pod: string): Promise<void> {
    const path = `/api/v1/namespaces/${this.#name}/pods/${pod}/eviction`;
    const evicting = run('kubectl', this.#flags('create', '--raw', path, '--filename=-'));
    const metadata = { name: pod, namespace: this.#name };
    evicting.child.stdin?.end(JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata }));
    await evicting;
  }

  /** Sends a request to each URL from the pod. */
  async ask<T>(method: 'GET' | 'POST', ...urls: string[]): Promise<Answer<T>[]> {
    return JSON.parse((await run('kubectl', this.#inPod('ask.ts', method, ...urls))).stdout);
  }

  /** Sends requests to a service from the pod for as long as `during` takes. */
  async underLoad(service: string, work: Work, during: () => Promise<unknown>): Promise<Tally> {
    const args = this.#inPod('send-load.ts', `http://${service}`, JSON.stringify(work));
    const sending = spawn('kubectl', args);
    const printed = Promise.all([text(sending.stdout), text(sending.stderr)]);
    try {
      await during();
    } finally {
      sending.stdin.end();
    }
    const [tally, complaint] = await printed;
    if (tally === '') throw new Error(`no load reached ${service}: ${complaint}`);
    return JSON.parse(tally);
  }
}
