import { workerData } from 'node:worker_threads';
import { type DataObject, inputOf, loadWorkload, reasonOf, rotationOf } from '@cpu-bound/workload';
import { answerInThread } from '../../host/asked-thread.ts';
import type { MadeInputs, ThreadOrder, ThreadTiming } from './spec.ts';

const { specifier } = workerData as { readonly specifier: string };
const workload = loadWorkload(specifier);
workload.catch(() => {}); // each order is answered with it

/** As many inputs as the last measurement had tasks, as far as memory allows, and at least one of each. */
const MOST_INPUTS = 4_096;
/** The most octets of bodies; as objects they take several times as much. */
const MOST_OCTETS = 2 ** 25;
const taskMs = new Map<string, number>();
let inputs: DataObject[][] = [];

/** Makes an input for each task, which may change it; then keeps the core from idling before it is timed. */
async function make({ query, ms, busyMs = 0 }: ThreadOrder): Promise<MadeInputs> {
  const began = performance.now();
  const loaded = await workload;
  const inTurn = rotationOf(loaded, query);
  const octets = inTurn.reduce((sum, each) => sum + (loaded.bodyFor?.(each).byteLength ?? 0), 0);
  const last = taskMs.get(JSON.stringify(query));
  const tasks = last === undefined ? 1 : Math.min(MOST_INPUTS, (2 * ms) / last);
  const rounds = Math.max(1, Math.ceil(Math.min(tasks / inTurn.length, MOST_OCTETS / (octets || 1))));
  inputs = Array.from({ length: rounds }, () => inTurn.map((each) => inputOf(loaded, each)));
  while (performance.now() - began < busyMs);
  return { inTurn: inTurn.length };
}

/** Computes all inputs of the rotation, again and again until the time is over or every input is used. */
async function run({ query, ms }: ThreadOrder): Promise<ThreadTiming> {
  const { run: task } = await workload;
  const began = performance.now();
  const ofInput = (inputs[0] ?? []).map(() => 0);
  let runs = 0;
  let now = began;
  for (const inTurn of inputs) {
    for (const [index, input] of inTurn.entries()) {
      await task(input);
      const before = now;
      now = performance.now();
      ofInput[index] = (ofInput[index] ?? 0) + now - before;
    }
    runs += inTurn.length;
    if (now - began >= ms) break;
  }
  const wallMs = (now - began) / runs;
  taskMs.set(JSON.stringify(query), Math.max(wallMs, 1e-4));
  inputs = [];
  return { wallMs, runs, fastest: (Math.min(...ofInput) * ofInput.length) / (now - began || 1) };
}

answerInThread<ThreadOrder>((order) => (order.make ? make(order) : run(order)), reasonOf);
