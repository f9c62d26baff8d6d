import { exitAtSignals } from '@cpu-bound/service/stop';

exitAtSignals();
const { createKernel, prepare, serve } = await import('@cpu-bound/service');
// This variant computes a task when its request arrives, as most handlers do.
const context = await prepare({ workers: false });
await serve(context, { compute: createKernel(context.workload) });
