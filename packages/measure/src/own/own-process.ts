import {
  absoluteSpecifier,
  fileOf,
  isBuiltIn,
  loadWorkload,
  type Output,
  ownFolder,
  requestsFor,
  type Workload,
  WorkloadError,
} from '@cpu-bound/workload';
import { startTask, TaskEnded, type TaskProcess } from '../host/task.ts';
import { messageOf, SystemRefusal } from '../model/errors.ts';
import { madeOnce } from '../model/made-once.ts';
import {
  type ExamineOptions,
  type ExamineTask,
  examineWorkload,
  type WorkloadFacts,
} from '../workload/examine.ts';
import type { LoadOptions, LoadTask, WorkloadData } from '../workload/load-watched.ts';
import { LONGEST_LOADING_MS } from '../workload/watched-thread.ts';
import { answerBy, type KnownWorkload, knownByAnswers, knownElsewhere, knownHere } from './known.ts';
import type { Slow, WorkloadQuestion, WorkloadTask } from './oracle.ts';

/** The process answers within its own limits; this is added to them. */
const GRACE_MS = 10_000;

/**
 * The workloads of this bench. A user's own code runs in a process for each, never in this one: it may change globals, read
 * a `.env`, fork itself, or end its process. Each process starts at its first use, and again if it was ended. The
 * requests of a function are known from its files, and its answers from a service.
 */
export type Workloads = {
  /** Loads a workload. @throws WorkloadError naming the file */
  load(specifier: string, from: string, options: LoadOptions): Promise<KnownWorkload>;
  /** Calls a workload for the first time; a built-in one in this process. */
  examine(task: ExamineTask, signal: AbortSignal, options?: ExamineOptions): Promise<WorkloadFacts>;
  /** Keeps the answers that a service gave to a function, by sample. Those under load are compared with them. */
  expect(specifier: string, answers: ReadonlyMap<string, Output>): void;
  /** Puts a question to the code of a workload. @throws WorkloadError if its process ends, or does not answer in time */
  ask<T>(specifier: string, question: WorkloadQuestion): Promise<T>;
  /** Ends the processes. A workload that is loaded later is read again. */
  stop(): Promise<void>;
};

/** A question of another process of the bench. */
export type RelayedQuestion = { readonly specifier: string; readonly question: WorkloadQuestion };

type Running = TaskProcess<WorkloadTask, unknown>;

const never = new AbortController().signal;

export function createWorkloads(): Workloads {
  const processes = new Map<string, Promise<Running>>();
  const loaded = new Map<string, Promise<KnownWorkload>>();
  const functions = new Map<string, { requests: Workload; answers?: ReadonlyMap<string, Output> }>();
  /** What to call about a step that takes long, by workload. */
  const listeners = new Map<string, (what: string) => void>();

  async function start(specifier: string): Promise<Running> {
    await ownFolder(); // its threads and the services build into this folder
    return startTask<WorkloadTask, unknown>(new URL('./child.ts', import.meta.url), {
      // An examination takes as long as its tasks, whose limits the process keeps itself.
      longest: (task) => (task.do === 'ask' ? LONGEST_LOADING_MS + GRACE_MS : undefined),
      answer: async ({ slow }: Slow) => listeners.get(specifier)?.(slow),
      leadsGroup: true,
    });
  }
  async function run<T>(specifier: string, task: WorkloadTask, signal: AbortSignal): Promise<T> {
    const running = await madeOnce(processes, specifier, () => start(specifier));
    try {
      return (await running.run(task, signal)) as T;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SystemRefusal) throw error;
      if (error instanceof TaskEnded) processes.delete(specifier);
      throw error instanceof TaskEnded
        ? new WorkloadError(`workload ${fileOf(specifier)}: its process ${error.how}`)
        : new WorkloadError(messageOf(error));
    }
  }
  async function ask<T>(specifier: string, question: WorkloadQuestion): Promise<T> {
    const { requests, answers } = functions.get(specifier) ?? {};
    if (!requests) return run<T>(specifier, { do: 'ask', specifier, from: process.cwd(), question }, never);
    if (question.do !== 'expect') return answerBy(requests, question, true) as T;
    const answer = answers?.get(question.query.sample ?? '');
    if (answer !== undefined) return answer as T;
    throw new WorkloadError(`workload ${specifier}: no service has answered ${question.query.sample} yet`);
  }
  const knownFunction = (specifier: string, requests: Workload): KnownWorkload =>
    knownByAnswers(requests, (question) => ask(specifier, question));

  async function loadOwn(
    place: LoadTask,
    absolute: string,
    { signal, slow }: LoadOptions,
  ): Promise<KnownWorkload> {
    const data = await run<WorkloadData>(absolute, { do: 'load', ...place, limits: { slow } }, signal);
    return knownElsewhere(data, (question) => ask(absolute, question));
  }
  return {
    async load(specifier, from, options) {
      if (isBuiltIn(specifier)) return knownHere(await loadWorkload(specifier, from));
      const absolute = absoluteSpecifier(specifier, from);
      if (options.onSlow) listeners.set(absolute, options.onSlow);
      const requests = requestsFor(specifier, from);
      if (requests) {
        await ownFolder();
        functions.set(absolute, { requests });
        return knownFunction(absolute, requests);
      }
      return madeOnce(loaded, absolute, () => loadOwn({ specifier, from }, absolute, options));
    },
    async examine(task, signal, { onSlow, ...limits } = {}) {
      if (isBuiltIn(task.specifier)) return examineWorkload(task, signal, { onSlow, ...limits });
      if (onSlow) listeners.set(task.specifier, onSlow);
      return run<WorkloadFacts>(task.specifier, { do: 'examine', task, limits }, signal);
    },
    expect(specifier, answers) {
      const { requests } = functions.get(specifier) ?? {};
      if (requests) functions.set(specifier, { requests, answers });
    },
    ask,
    async stop() {
      const started = [...processes.values()];
      processes.clear();
      loaded.clear();
      functions.clear();
      for (const running of started) await (await running).stop();
    },
  };
}
