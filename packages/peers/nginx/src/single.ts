import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { atParentsMessage, reportUp } from '@cpu-bound/service/run/supervise';
import { inTurns } from '@cpu-bound/service/run/turns';

/** Serves as a single process does, without knowledge of nginx. */
const context = await prepare({ stopWhen: atParentsMessage });
await serve(context, { compute: inTurns(createKernel(context.workload)) });
reportUp();
