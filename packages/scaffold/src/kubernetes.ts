import { basename } from 'node:path';
import { BenchError } from '@cpu-bound/measure/model/errors';
import { serviceName } from './manifest.ts';
import type { Parts, Strategy } from './parts/contract.ts';
import { type Figures, reservedMiB, rounded, taskTimeoutMs } from './values.ts';

export type KubernetesOptions = Pick<Parts, 'kubernetes'> & {
  readonly strategy: Strategy;
  readonly out: string;
  readonly figures?: Figures | undefined;
};

/** The image's tag in the manifests: one that is not `latest` is not pulled where it is already there. */
export const TAG = '1';
/** A pod of Redis has a label of its StatefulSet's name and a hash, and a label has at most 63 characters. */
const LONGEST_NAME = 63 - '-redis-0123456789'.length;

/** A process before it holds anything: Node.js, its libraries and its young generation; a thread of one likewise. */
const [PROCESS_MIB, THREAD_MIB] = [96, 48];
type Pod = { readonly processes: number; readonly threads: number };

/** The processes and the threads of a pod, each with a heap, by the pod's folder. */
export const podOf = (folder: string, workers: number): Pod => {
  if (folder === 'cluster') return { processes: workers + 1, threads: 0 };
  return { processes: 1, threads: folder === 'threads' || folder === 'queue-worker' ? workers : 0 };
};

/** The memory that a pod may hold, in MiB. */
export const heldMiB = ({ processes, threads }: Pod, heapMiB: number, threadHeapMiB: number): number =>
  processes * (PROCESS_MIB + heapMiB) + threads * (THREAD_MIB + threadHeapMiB);

/**
 * The manifests of the strategy for this service, by their paths in it.
 *
 * @throws BenchError for a folder whose name is too long for an object of Kubernetes
 */
export function kubernetesFiles(options: KubernetesOptions): Record<string, string> {
  const { kubernetes, strategy, out, figures } = options;
  const name = serviceName(out);
  if (name.length > LONGEST_NAME)
    throw new BenchError('USAGE', [
      `--out ${basename(out)}: names the objects of Kubernetes; accepted with --kubernetes: at most ${LONGEST_NAME} characters`,
    ]);
  const sized = figures ? withValues(kubernetes, strategy, figures) : kubernetes;
  const entries = Object.entries(sized).map(([file, text]) => [
    `kubernetes/${file}`,
    named(text, strategy, name) + (file === 'kustomization.yaml' ? imageOf(name) : ''),
  ]);
  return Object.fromEntries(entries);
}

/** Your registry, once it has the image, is another line: newName. */
const imageOf = (name: string) => `
images:
  - name: ${name}
    newTag: "${TAG}"
`;

/** The text with the names of this service. */
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

/** The manifests with the values of a run. Memory and patience are never less than in the base. */
function withValues(base: Parts['kubernetes'], strategy: Strategy, figures: Figures): Record<string, string> {
  const reserved = reservedMiB(figures) ?? 0;
  /** Of each heap that computes. */
  const share = strategy === 'single' ? reserved : rounded(reserved / figures.workers);
  const computesInHeap = strategy === 'single' || strategy === 'cluster';
  const environment = atLeast(base['service.env'] ?? '', HEAP, computesInHeap ? share : 0);
  const heap = numberAt(environment, HEAP);
  const taskMs = taskTimeoutMs(figures) ?? numberAt(environment, /(?<=TASK_TIMEOUT_MS=)\d+/);
  const requestMs = 3 * taskMs;

  function deployment(text: string, folder: string): string {
    const isWhole = folder === 'cluster' || folder === 'threads';
    const workers = isWhole ? figures.workers : 1;
    const sized = atLeast(text, THREAD_HEAP, share);
    const held = rounded(heldMiB(podOf(folder, workers), heap, numberAt(sized, THREAD_HEAP)));
    const [requested, limit] = folder === 'queue' ? [0, 0] : [isWhole ? reserved : share, held];
    const patience = {
      // For a task that holds up the signal, the delay, the requests, and some seconds.
      grace: (1.5 * (taskMs + requestMs)) / 1000,
      liveness: taskMs / 10_000 + 1,
    };
    let made = atLeast(sized, /(?<=requests: .*memory: )\d+/, requested);
    made = atLeast(made, /(?<=limits: .*memory: )\d+/, limit);
    made = atLeast(made, /(?<=terminationGracePeriodSeconds: )\d+/, patience.grace);
    made = atLeast(made, /(?<=livenessProbe:.*failureThreshold: )\d+/s, patience.liveness);
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

/** 0 where there is none. */
const numberAt = (text: string, place: RegExp): number => Number(place.exec(text)?.[0] ?? 0);

/** The text with the number at these places, or with this one where it is larger. */
const atLeast = (text: string, places: RegExp, least: number): string =>
  text.replace(places, (old) => String(Math.max(Number(old), Math.ceil(least))));
