import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Tally } from '../load.ts';

const run = promisify(execFile);
const FILES = ['../load.ts', 'send-load.ts', 'ask.ts', 'load-pod.yaml'];

export type Answer<T> = { readonly status: number; readonly body: T };

/** A temporary namespace in the cluster of a context. It is removed when this process ends. */
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

  /** Applies an overlay in the namespace, and the pod that sends requests. */
  async apply(overlay: string): Promise<void> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cluster-test-')));
    process.once('exit', this.#remove);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    try {
      for (const file of FILES)
        cpSync(join(import.meta.dirname, file), join(folder, file.replace('../', '')));
      const kustomization = {
        namespace: this.#name,
        resources: [relative(folder, realpathSync(overlay)), 'load-pod.yaml'],
        images: [{ name: 'cpu-bound-contestant', newTag: 'small' }],
        configMapGenerator: [{ name: 'load', files: ['load.ts', 'send-load.ts', 'ask.ts'] }],
        secretGenerator: [{ name: 'redis', literals: [`password=${crypto.randomUUID()}`] }],
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
  async underLoad(service: string, during: () => Promise<unknown>): Promise<Tally> {
    const sending = spawn('kubectl', this.#inPod('send-load.ts', `http://${service}`));
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
