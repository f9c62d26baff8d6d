import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { reasonOf } from '@cpu-bound/workload';
import { knownEnvironment } from '../host/known-environment.ts';
import { LONGEST_LOADING_MS } from '../model/patience.ts';
import type { WorkloadQuestion } from './spec.ts';

/** The place of a workload: its specifier, and the folder that relative paths start at. */
export type Place = { readonly specifier: string; readonly from: string };

export type AnsweringThread = Place & { readonly port: MessagePort };
export type Asked = { readonly id: number; readonly question: WorkloadQuestion };
export type Answered = { readonly id: number } & ({ readonly value: unknown } | { readonly error: string });

/**
 * Answers questions by a workload's code, in a thread that loads it once. The thread has a channel of its own: what the
 * code posts to its parent is no answer. A thread that has ended is started again by the next question.
 */
export function createAnswering() {
  let thread: Thread | undefined;
  return {
    ask(place: Place, question: WorkloadQuestion): Promise<unknown> {
      if (!thread || thread.hasEnded) thread = new Thread(place);
      return thread.ask(question);
    },
  };
}

class Thread {
  hasEnded = false;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  constructor(place: Place) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL('./answering-thread.ts', import.meta.url), {
      workerData: { ...place, port: port2 } satisfies AnsweringThread,
      transferList: [port2],
      env: knownEnvironment(),
      stdout: true, // its logs are no output of the bench
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    let failure: string | undefined;
    this.#worker.on('error', (error) => {
      failure ??= `throws ${reasonOf(error)}`;
    });
    this.#worker.once('exit', (code) => this.#end(failure ?? `ended its thread with code ${code}`));
    port1.on('message', (answer: Answered) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.value);
    });
  }

  ask(question: WorkloadQuestion): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#port.postMessage({ id, question } satisfies Asked);
    const overdue = setTimeout(() => {
      this.#end(`did not answer within ${LONGEST_LOADING_MS / 1000} s`);
      void this.#worker.terminate();
    }, LONGEST_LOADING_MS);
    return answer.promise.finally(() => clearTimeout(overdue));
  }

  #end(why: string): void {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }
}
