import type { Options } from '../index.d.ts';
import { startInside } from './inside.js';
import { createCompute, createPool, tuning } from './pool.js';

export { closeServer } from './close-server.js';
export { clientSignal } from './inside.js';
export { HttpProblem } from './service/http/problems.js';

/** Starts the threads, and resolves when they have loaded the function. */
export const start = ({ env = process.env }: Options = {}) =>
  startInside(env, tuning, async (context) => createCompute(await createPool(context), context.config));
