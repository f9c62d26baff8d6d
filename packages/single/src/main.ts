import { createKernel, prepare, serve } from '@cpu-bound/service';
import { createCompute } from './compute.ts';

const setting = await prepare();
await serve(setting, { compute: createCompute(createKernel(setting.workload, setting.log)) });
