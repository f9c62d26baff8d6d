import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { inTurns } from '@cpu-bound/service/run/turns';
import { stoppedFromOutside } from './stopped-from-outside.ts';

/**
 * Serves as a single process does, in a thread of Watt, on a port that Watt serves by several threads. Watt has no event
 * for the time when all of them listen. So each writes a file into Watt's folder, and they are ready when all files exist.
 */
const prepared = await prepare();
const { lifecycle, stop } = stoppedFromOutside(prepared.lifecycle);
const context = { ...prepared, lifecycle };
const { WATT_HOME = '' } = process.env;
let allUp = false;
await serve(context, {
  compute: inTurns(createKernel(context.workload)),
  ready() {
    allUp ||= readdirSync(WATT_HOME).filter((name) => name.endsWith('.up')).length >= context.config.WORKERS;
    return allUp;
  },
});
writeFileSync(join(WATT_HOME, `${threadId}.up`), '');

/** Watt calls this before it ends the thread. */
export const close = stop;
