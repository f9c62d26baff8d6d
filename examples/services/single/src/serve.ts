import { createCompute, createComputeAtOnce } from './compute.js';
import { choice, createKernel, prepare, serve } from './service/index.js';

const setting = await prepare({ tuning: { SINGLE_COMPUTES: choice('in-turns', 'at-once') } });
const kernel = createKernel(setting.workload, setting.log);
const inTurns = setting.config.SINGLE_COMPUTES === 'in-turns';
await serve(setting, { compute: inTurns ? createCompute(kernel) : createComputeAtOnce(kernel) });
