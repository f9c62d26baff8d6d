import { basename } from 'node:path';
import { BenchError } from '@cpu-bound/measure/model/errors';
import { serviceName } from './manifest.ts';
import type { Written } from './options.ts';
import type { Parts, Strategy } from './parts/contract.ts';
import { type Figures, reservedMiB, rounded, taskTimeoutMs } from './variables.ts';

type KubernetesOptions = Pick<Written, 'strategy' | 'out' | 'figures' | 'variables'> & {
  readonly parts: Pick<Parts, 'kubernetes'>;
};

/** The image's tag in the manifests. A tag other than `latest` is not pulled if the node has the image. */
export const TAG = '1';
/** A pod of Redis has a label of its StatefulSet's name and a hash, and a label has at most 63 characters. */
const LONGEST_NAME = 63 - '-redis-0123456789'.length;

/** The memory of a process without data: Node.js, its libraries and its young generation. */
const PROCESS_MIB = 96;
/** The same of a worker thread. */
const THREAD_MIB = 48;
type Pod = { readonly processes: number; readonly threads: number };

/** Counts the processes and the threads of a pod, each with a heap. @param folder the pod's folder of manifests */
export const podOf = (folder: string, workers: number): Pod => {
  if (folder === 'cluster') return { processes: workers + 1, threads: 0 };
  return { processes: 1, threads: folder === 'threads' || folder === 'queue-worker' ? workers : 0 };
};

/** Computes the memory that a pod may hold, in MiB. */
export const heldMiB = ({ processes, threads }: Pod, heapMiB: number, threadHeapMiB: number): number =>
  processes * (PROCESS_MIB + heapMiB) + threads * (THREAD_MIB + threadHeapMiB);

/**
 * Writes the manifests of the strategy for this service, by their paths in it.
 *
 * @throws BenchError for a folder whose name is too long for an object of Kubernetes
 */
export function kubernetesFiles(options: KubernetesOptions): Record<string, string> {
  const { parts, strategy, out, figures, variables = [] } = options;
  const { kubernetes } = parts;
  const name = serviceName(out);
  if (name.length > LONGEST_NAME)
    throw new BenchError('USAGE', [
      `--out ${basename(out)}: names the objects of Kubernetes; accepted with --kubernetes: at most ${LONGEST_NAME} characters`,
    ]);
  const sized = figures ? withValues(kubernetes, strategy, figures) : kubernetes;
  const entries = Object.entries(sized).map(([file, text]) => [
    `kubernetes/${file}`,
    withSecret(named(text, strategy, name), `${name}-env`, variables) +
      (file === 'kustomization.yaml' ? imageOf(name) : ''),
  ]);
  return Object.fromEntries(entries);
}

/** Makes a pod take the function's own variables from a secret, which the README creates. */
const withSecret = (text: string, secret: string, variables: readonly string[]): string =>
  variables.length === 0
    ? text
    : text.replace(
        /^( *)- configMapRef: .*$/m,
        (line, indent) => `${line}\n${indent}- secretRef: { name: ${secret} } # ${variables.join(', ')}`,
      );

/** Writes the entry that sets the image's tag. For a registry, `newName` would be another line. */
const imageOf = (name: string) => `
images:
  - name: ${name}
    newTag: "${TAG}"
`;

function named(text: string, strategy: Strategy, name: string): string {
  const names: Readonly<Record<string, string>> = {
    [strategy]: name,
    service: name,
    'queue-worker': `${name}-worker`,
    redis: `${name}-redis`,
  };
  return (
    text
      // An entry that goes on after its name is a port or a variable.
      .replace(/(?<!- \{ )\b((?:n|serviceN)ame: )([\w-]+)/g, (_, key, old) => key + (names[old] ?? old))
      .replace(/(?<=part-of: |image: )cpu-bound[\w-]*/g, name)
      .replace('redis://redis', `redis://${name}-redis`)
      .replace(/^ *workingDir: .*\n/m, '') // its image has it
      .replace('[node, src/', '[node, dist/')
  );
}

const HEAP = /(?<=--max-old-space-size=)\d+/;
const THREAD_HEAP = /(?<=THREADS_HEAP_MB, value: ")\d+/;

/** Writes the values of a run into the manifests. Memory and times are never less than in the base. */
function withValues(base: Parts['kubernetes'], strategy: Strategy, figures: Figures): Record<string, string> {
  const reserved = reservedMiB(figures) ?? 0;
  /** The memory reserved for each heap that computes. */
  const heapMiB = strategy === 'single' ? reserved : rounded(reserved / figures.workers);
  const computesInHeap = strategy === 'single' || strategy === 'cluster';
  const environment = atLeast(base['service.env'] ?? '', HEAP, computesInHeap ? heapMiB : 0);
  const heap = numberAt(environment, HEAP);
  const taskMs = taskTimeoutMs(figures) ?? numberAt(environment, /(?<=TASK_TIMEOUT_MS=)\d+/);
  const requestMs = 3 * taskMs;

  function deployment(text: string, folder: string): string {
    const isWhole = folder === 'cluster' || folder === 'threads';
    const workers = isWhole ? figures.workers : 1;
    let made = atLeast(text, THREAD_HEAP, heapMiB);
    // The API of a queue computes nothing, so it keeps the memory of the base.
    if (folder !== 'queue') {
      const memoryMiB = heldMiB(podOf(folder, workers), heap, numberAt(made, THREAD_HEAP));
      made = atLeast(made, /(?<=requests: .*memory: )\d+/, isWhole ? reserved : heapMiB);
      made = atLeast(made, /(?<=limits: .*memory: )\d+/, rounded(memoryMiB));
    }
    // The grace period has time for a task that holds up the signal, the delay, the requests, and some seconds.
    const graceS = (1.5 * (taskMs + requestMs)) / 1000;
    made = atLeast(made, /(?<=terminationGracePeriodSeconds: )\d+/, graceS);
    made = atLeast(made, /(?<=livenessProbe:.*failureThreshold: )\d+/s, taskMs / 10_000 + 1);
    return isWhole ? made.replace(/(?<=WORKERS, value: |cpu: )"\d+"/g, `"${workers}"`) : made;
  }

  const entries = Object.entries(base).map(([file, text]) => {
    const [folder = '', name] = file.split('/');
    return [file, name === 'deployment.yaml' ? deployment(text, folder) : text];
  });
  return {
    ...Object.fromEntries(entries),
    'service.env': atLeast(environment, /(?<=(?:REQUEST|DRAIN)_TIMEOUT_MS=)\d+/g, requestMs).replace(
      /(?<=TASK_TIMEOUT_MS=)\d+/,
      String(taskMs),
    ),
  };
}

const numberAt = (text: string, place: RegExp): number => Number(place.exec(text)?.[0] ?? 0);

/** Raises the numbers at these places to at least this one. */
const atLeast = (text: string, places: RegExp, least: number): string =>
  text.replace(places, (old) => String(Math.max(Number(old), Math.ceil(least))));
