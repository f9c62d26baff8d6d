import './run/early-stop.ts';

/** The exports for a process that computes and does not serve: it starts without loading express and the metrics. */
export { TaskTimedOut } from './http/problems.ts';
export { integer } from './run/config.ts';
export { createKernel } from './run/kernel.ts';
export { prepare, type Setting } from './run/prepare.ts';
export { reportUp } from './run/supervise.ts';
