import { atOnce, inTurns } from './service/run/turns.js';
import { choice } from './service/run/config.js';
import { createKernel } from './service/run/kernel.js';
import { prepare } from './service/run/prepare.js';
import { serve } from './service/run/service.js';

const context = await prepare({ workers: false, tuning: { SINGLE_COMPUTES: choice('in-turns', 'at-once') } });
const kernel = createKernel(context.workload, context.log);
const isInTurns = context.config.SINGLE_COMPUTES === 'in-turns';
await serve(context, { compute: isInTurns ? inTurns(kernel) : atOnce(kernel) });
