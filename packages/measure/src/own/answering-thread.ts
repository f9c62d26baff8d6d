import { workerData } from 'node:worker_threads';
import { type DataObject, inputOf, loadWorkload } from '@cpu-bound/workload';
import { answerInThread } from '../host/asked-thread.ts';
import { threadCpuMs } from '../host/proc.ts';
import { messageOf } from '../model/errors.ts';
import { madeOnce } from '../model/made-once.ts';
import type { LoadTask } from '../workload/load-watched.ts';
import { answerBy } from './known.ts';
import { isAccepted, type Judgement, type WorkloadQuestion } from './oracle.ts';

const { specifier, from } = workerData as LoadTask;
const loading = loadWorkload(specifier, from);
loading.catch(() => {}); // each question is answered with it

/** The inputs of the oracle, by query: a body is parsed once. */
const inputs = new Map<string, DataObject>();

answerInThread(async (question: WorkloadQuestion): Promise<unknown> => {
  const workload = await loading;
  if (question.do !== 'judge') return answerBy(workload, question);
  const input = madeOnce(inputs, JSON.stringify(question.query), () => inputOf(workload, question.query));
  const before = threadCpuMs();
  const accepted = isAccepted(workload, input, question.output);
  return { accepted, spentMs: threadCpuMs() - before } satisfies Judgement;
}, messageOf);
