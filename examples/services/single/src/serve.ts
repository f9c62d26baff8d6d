import { atOnce, choice, createKernel, inTurns, prepare, serve } from './service/index.js';

const setting = await prepare({ tuning: { SINGLE_COMPUTES: choice('in-turns', 'at-once') } });
const kernel = createKernel(setting.workload, setting.log);
const isInTurns = setting.config.SINGLE_COMPUTES === 'in-turns';
await serve(setting, { compute: isInTurns ? inTurns(kernel) : atOnce(kernel) });
