import type { WorkloadModule } from '@cpu-bound/workload';

let runs = 0;

/** A workload whose answer has the number of its runs in this process, so repeated work can be counted. */
const counts: WorkloadModule<{ readonly asked: number }, { readonly asked: number; readonly runs: number }> =
  {
    name: 'counts',
    parse: ({ asked }) => ({ asked: Number(asked) }),
    run: ({ asked }) => ({ asked, runs: ++runs }),
    headline: { asked: '0' },
  };
export default counts;
