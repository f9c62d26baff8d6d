import { createKernel, inTurns, prepare, reportUp, serve } from '@cpu-bound/service';

/** Serves as a single process does, without knowledge of nginx. */
const context = await prepare({ supervised: true });
await serve(context, { compute: inTurns(createKernel(context.workload)) });
reportUp();
