import type { Options } from '../index.d.ts';
import { startInside } from './inside.js';
import { createKernel } from './service/run/kernel.js';
import { inTurns } from './service/run/turns.js';

export { closeServer } from './close-server.js';
export { clientSignal } from './inside.js';
export { HttpProblem } from './service/http/problems.js';

/** Computes on the event loop of this process, where tasks take turns. */
export const start = ({ env = process.env }: Options = {}) =>
  startInside(env, {}, ({ workload }) => inTurns(createKernel(workload)));
