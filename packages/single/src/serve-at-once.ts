import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';

// This variant computes a task when its request arrives, as most handlers do.
const context = await prepare();
await serve(context, { compute: createKernel(context.workload) });
