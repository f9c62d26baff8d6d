import { isBuiltIn, loadWorkload, type Output, type Query } from '@cpu-bound/workload';
import type { AskParent } from '../host/task.ts';
import type { WorkloadData } from '../workload/data.ts';
import { type KnownWorkload, knownHere, type SentQuery } from './known.ts';
import { oraclesElsewhere } from './oracle.ts';
import type { WorkloadQuestion } from './spec.ts';

const loaded = new Map<string, Promise<KnownWorkload>>();

/**
 * Gets to know a workload, in the process of a load generator. A user's own code does not run in it: the bench asks the
 * process of the workload. Requests are kept, so that their bodies come once.
 */
export function workloadFor(specifier: string, ask: AskParent): Promise<KnownWorkload> {
  const load = async () =>
    isBuiltIn(specifier) ? knownHere(await loadWorkload(specifier)) : askedFor(specifier, ask);
  return loaded.getOrInsertComputed(specifier, load);
}

async function askedFor(specifier: string, ask: AskParent): Promise<KnownWorkload> {
  const put = (question: WorkloadQuestion) => ask({ specifier, question });
  const sent = new Map<string, Promise<readonly SentQuery[]>>();
  const data = (await put({ do: 'describe' })) as WorkloadData;
  return {
    ...data,
    check: (query) => put({ do: 'check', query }) as ReturnType<KnownWorkload['check']>,
    sentFor: (query: Query) =>
      sent.getOrInsertComputed(
        JSON.stringify(query),
        () => put({ do: 'list', query }) as Promise<readonly SentQuery[]>,
      ),
    oracleFor: oraclesElsewhere(data, put),
    compute: (query) => put({ do: 'compute', query }) as Promise<Output>,
  };
}
