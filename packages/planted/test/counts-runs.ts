import type { WorkloadModule } from '@cpu-bound/workload';

let runs = 0;

/** A workload whose answer says how often it was run in this process: work that is done again can be counted. */
const counts: WorkloadModule<{ readonly asked: number }, { readonly asked: number; readonly runs: number }> =
  {
    name: 'counts',
    parse: ({ asked }) => ({ asked: Number(asked) }),
    run: ({ asked }) => ({ asked, runs: ++runs }),
    headline: { asked: '0' },
  };
export default counts;
