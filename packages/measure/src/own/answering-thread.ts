import { workerData } from 'node:worker_threads';
import { type DataObject, inputOf, loadWorkload, ownSources, type Query } from '@cpu-bound/workload';
import { dataOf } from '../workload/data.ts';
import type { AnsweringThread, Asked } from './answering.ts';
import { checkQuery, sentQueries } from './known.ts';
import { isAccepted, type Judgement } from './oracle.ts';
import type { WorkloadQuestion } from './spec.ts';

const { specifier, from, port } = workerData as AnsweringThread;
const loading = loadWorkload(specifier, from);
loading.catch(() => {}); // each question is answered with it

/** The inputs of the oracle, by query: a body is parsed once. */
const inputs = new Map<string, DataObject>();

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function answer(question: WorkloadQuestion): Promise<unknown> {
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
      const input = inputFor(question.query);
      const before = cpuMs();
      const accepted = isAccepted(workload, input, question.output);
      return { accepted, spentMs: cpuMs() - before } satisfies Judgement;
    }
  }
  function inputFor(query: Query): DataObject {
    const key = JSON.stringify(query);
    const input = inputs.get(key) ?? inputOf(workload, query);
    inputs.set(key, input);
    return input;
  }
}

port.on('message', async ({ id, question }: Asked) => {
  try {
    port.postMessage({ id, value: await answer(question) });
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
