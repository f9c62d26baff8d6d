import { isBuiltIn, loadWorkload } from '@cpu-bound/workload';
import type { AskParent } from '../host/task.ts';
import { madeOnce } from '../model/made-once.ts';
import type { WorkloadData } from '../workload/data.ts';
import { type KnownWorkload, knownElsewhere, knownHere } from './known.ts';
import type { WorkloadQuestion } from './spec.ts';

const loaded = new Map<string, Promise<KnownWorkload>>();

/**
 * Gets to know a workload, in the process of a load generator. A user's own code does not run in it: the bench asks the
 * process of the workload. Requests are kept, so that their bodies come once.
 */
export function workloadFor(specifier: string, ask: AskParent): Promise<KnownWorkload> {
  const load = async () =>
    isBuiltIn(specifier) ? knownHere(await loadWorkload(specifier)) : askedFor(specifier, ask);
  return madeOnce(loaded, specifier, load);
}

async function askedFor(specifier: string, ask: AskParent): Promise<KnownWorkload> {
  const put = <T>(question: WorkloadQuestion) => ask({ specifier, question }) as Promise<T>;
  const known = knownElsewhere(await put<WorkloadData>({ do: 'describe' }), put);
  const sent = new Map<string, ReturnType<KnownWorkload['sentFor']>>();
  const sentFor: KnownWorkload['sentFor'] = (query) =>
    madeOnce(sent, JSON.stringify(query), () => known.sentFor(query));
  return { ...known, sentFor };
}
