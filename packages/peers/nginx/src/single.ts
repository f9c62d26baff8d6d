import { createKernel, inTurns, prepare, reportUp, serve } from '@cpu-bound/service';

/** A single process as it is; who stands before it, it does not know. */
const setting = await prepare({ supervised: true });
await serve(setting, { compute: inTurns(createKernel(setting.workload, setting.log)) });
reportUp();
