import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { inTurns } from '@cpu-bound/service/run/turns';

type Lifecycle = ServiceContext['lifecycle'];

/** Wraps a lifecycle for a thread that Watt ends after `stop`: Watt counts an exit of its own as a crash. */
export function stoppedFromOutside(lifecycle: Lifecycle): {
  lifecycle: Lifecycle;
  stop: () => Promise<void>;
} {
  const closers: Parameters<Lifecycle['onStop']>[1][] = [];
  let stopping = false;
  return {
    lifecycle: {
      ...lifecycle,
      get stopping() {
        return stopping;
      },
      onStop: (_name, close) => void closers.push(close),
    },
    async stop() {
      stopping = true;
      for (const close of closers.toReversed()) await close();
    },
  };
}

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
