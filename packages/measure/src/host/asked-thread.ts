import { MessageChannel, type MessagePort, Worker, workerData } from 'node:worker_threads';
import { reasonOf } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { knownEnvironment } from './known-environment.ts';

/** The data of a thread. Its channel is its own: what a user's code posts to its parent is no answer. */
type AskedThreadData = { readonly port: MessagePort };
type Asked<Q> = { readonly id: number; readonly question: Q };
type Answered = { readonly id: number } & ({ readonly value: unknown } | { readonly error: string });

/** A thread that answers questions by a user's code, which may end it. */
export class AskedThread<Q> {
  /** The reason why no question is answered any more. */
  ended: string | undefined;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  /**
   * @param module calls `answerInThread`
   * @param when completes the reason of an end, such as `, after an answer`
   */
  constructor(module: URL, data: object, when = '') {
    const { port1, port2: port } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(module, {
      workerData: { ...data, port } satisfies AskedThreadData,
      transferList: [port],
      env: knownEnvironment(),
      stdout: true, // its logs are no output of the bench
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('error', (error) => this.#end(`throws ${reasonOf(error)}${when}`));
    this.#worker.once('exit', (code) => this.#end(`ends its thread with code ${code}${when}`));
    port1.on('message', (answer: Answered) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.value);
    });
  }

  /** @throws the error of the answer, or a sentence about the end of the thread, which a missing answer causes, too */
  async ask(question: Q, limit: Milliseconds): Promise<unknown> {
    if (this.ended !== undefined) throw new Error(this.ended);
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#port.postMessage({ id, question } satisfies Asked<Q>);
    const overdue = setTimeout(() => {
      this.#end(`did not end within ${limit / 1000} s`);
      void this.#worker.terminate();
    }, limit);
    return answer.promise.finally(() => clearTimeout(overdue));
  }

  /** Ends the thread, with all that it holds. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(why: string): void {
    this.ended ??= why;
    for (const { reject } of this.#waiting.values()) reject(new Error(this.ended));
    this.#waiting.clear();
  }
}

/** Answers the questions, on the thread's side. @param reasonFor explains an error of an answer */
export function answerInThread<Q>(
  answer: (question: Q) => Promise<unknown>,
  reasonFor: (error: unknown) => string,
): void {
  const { port } = workerData as AskedThreadData;
  const say = (answered: Answered) => port.postMessage(answered);
  port.on('message', async ({ id, question }: Asked<Q>) => {
    try {
      say({ id, value: await answer(question) });
    } catch (error) {
      say({ id, error: reasonFor(error) });
    }
  });
}
