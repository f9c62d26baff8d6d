import { createKernel, inTurns, prepare, serve } from '@cpu-bound/service';

const context = await prepare({ workers: false });
await serve(context, { compute: inTurns(createKernel(context.workload)) });
