/** The exports for a process that computes and does not serve: they load neither express nor the metrics. */
export type { Outcome } from './contract.ts';
export { taskTimedOut } from './http/problems.ts';
export { integer } from './run/config.ts';
export { availableCores } from './run/container.ts';
export type { ServiceContext } from './run/context.ts';
export { createKernel } from './run/kernel.ts';
export { prepare } from './run/prepare.ts';
export { reportUp } from './run/supervise.ts';
