import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { inTurns } from '@cpu-bound/service/run/turns';

/**
 * Serves as a single process does, on a port that PM2 serves by several processes. PM2 has no event for the time when all
 * of them listen. So each writes a file into PM2's home, and they are ready when all files exist.
 */
const { PM2_HOME = '', NODE_APP_INSTANCE = '0', STARTED_IN = '.' } = process.env;
process.chdir(STARTED_IN); // a path of the reader's is found from there
const context = await prepare();
let allUp = false;
await serve(context, {
  compute: inTurns(createKernel(context.workload)),
  ready() {
    allUp ||= readdirSync(PM2_HOME).filter((name) => name.endsWith('.up')).length >= context.config.WORKERS;
    return allUp;
  },
});
writeFileSync(join(PM2_HOME, `${NODE_APP_INSTANCE}.up`), '');
