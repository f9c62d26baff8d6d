/** The exports for a process that computes and does not serve: they load neither express nor the metrics. */
export type { Outcome } from './contract.js';
export { TaskTimedOut } from './http/problems.js';
export { integer } from './run/config.js';
export type { ServiceContext } from './run/context.js';
export { createKernel } from './run/kernel.js';
export { prepare } from './run/prepare.js';
export { reportUp } from './run/supervise.js';
