import type { WorkloadModule } from '@cpu-bound/workload';

let runs = 0;

/**
 * The answer of this workload contains the number of its runs in this process, so that repeated work can be counted.
 */
const counts: WorkloadModule<{ readonly asked: number }, { readonly asked: number; readonly runs: number }> =
  {
    name: 'counts',
    parse: ({ asked }) => ({ asked: Number(asked) }),
    run: ({ asked }) => ({ asked, runs: ++runs }),
    headline: { asked: '0' },
  };
export default counts;
