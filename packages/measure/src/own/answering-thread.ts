import { workerData } from 'node:worker_threads';
import { type DataObject, inputOf, loadWorkload, ownSources } from '@cpu-bound/workload';
import { answerInThread } from '../host/asked-thread.ts';
import { threadCpuMs } from '../host/proc.ts';
import { messageOf } from '../model/errors.ts';
import { madeOnce } from '../model/made-once.ts';
import { dataOf, type LoadTask } from '../workload/load-watched.ts';
import { checkQuery, sentQueries } from './known.ts';
import { isAccepted, type Judgement, type WorkloadQuestion } from './oracle.ts';

const { specifier, from } = workerData as LoadTask;
const loading = loadWorkload(specifier, from);
loading.catch(() => {}); // each question is answered with it

/** The inputs of the oracle, by query: a body is parsed once. */
const inputs = new Map<string, DataObject>();

answerInThread(async (question: WorkloadQuestion): Promise<unknown> => {
  const workload = await loading;
  switch (question.do) {
    case 'describe':
      return dataOf(workload);
    case 'check':
      return checkQuery(workload, question.query);
    case 'list':
      return sentQueries(workload, question.query);
    case 'compute':
      return workload.run(inputOf(workload, question.query));
    case 'digest':
      return ownSources(question.specifier, workload);
    case 'judge': {
      const key = JSON.stringify(question.query);
      const input = madeOnce(inputs, key, () => inputOf(workload, question.query));
      const before = threadCpuMs();
      const accepted = isAccepted(workload, input, question.output);
      return { accepted, spentMs: threadCpuMs() - before } satisfies Judgement;
    }
  }
}, messageOf);
