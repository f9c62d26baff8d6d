import { createKernel, inTurns, prepare, reportUp, serve } from '@cpu-bound/service';

/** Serves as a single process does, without knowledge of nginx. */
const setting = await prepare({ supervised: true });
await serve(setting, { compute: inTurns(createKernel(setting.workload, setting.log)) });
reportUp();
