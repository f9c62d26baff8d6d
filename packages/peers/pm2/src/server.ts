import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel, inTurns, prepare, serve } from '@cpu-bound/service';

/**
 * A single process as it is; that others share its port is PM2's doing, which does not say when all of them do. So
 * each leaves a file in PM2's home, and they are ready when there are as many.
 */
const setting = await prepare();
const { PM2_HOME = '', NODE_APP_INSTANCE = '0' } = process.env;
let allUp = false;
await serve(setting, {
  compute: inTurns(createKernel(setting.workload, setting.log)),
  ready() {
    allUp ||= readdirSync(PM2_HOME).filter((name) => name.endsWith('.up')).length >= setting.config.WORKERS;
    return allUp;
  },
});
writeFileSync(join(PM2_HOME, `${NODE_APP_INSTANCE}.up`), '');
