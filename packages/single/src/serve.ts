import { atOnce, choice, createKernel, inTurns, prepare, serve } from '@cpu-bound/service';

const context = await prepare({ workers: false, tuning: { SINGLE_COMPUTES: choice('in-turns', 'at-once') } });
const kernel = createKernel(context.workload);
const isInTurns = context.config.SINGLE_COMPUTES === 'in-turns';
await serve(context, { compute: isInTurns ? inTurns(kernel) : atOnce(kernel) });
