import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { createKernel, inTurns, prepare, serve } from '@cpu-bound/service';
import { stoppedFromOutside } from './stopped-from-outside.ts';

/**
 * A single process as it is, in a thread of Watt's, which has each of them listen on the same port. Watt does not say
 * when all of them do. So each leaves a file in Watt's folder, and they are ready when there are as many.
 */
const prepared = await prepare();
const { lifecycle, stop } = stoppedFromOutside(prepared.lifecycle);
const setting = { ...prepared, lifecycle };
const { WATT_HOME = '' } = process.env;
let allUp = false;
await serve(setting, {
  compute: inTurns(createKernel(setting.workload, setting.log)),
  ready() {
    allUp ||= readdirSync(WATT_HOME).filter((name) => name.endsWith('.up')).length >= setting.config.WORKERS;
    return allUp;
  },
});
writeFileSync(join(WATT_HOME, `${threadId}.up`), '');

/** Watt calls it, and ends the thread then. */
export const close = stop;
