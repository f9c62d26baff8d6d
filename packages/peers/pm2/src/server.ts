import { createKernel, inTurns, prepare, serve } from '@cpu-bound/service';

/** A single process as it is; that others share its port is PM2's doing. */
const setting = await prepare();
await serve(setting, { compute: inTurns(createKernel(setting.workload, setting.log)) });
