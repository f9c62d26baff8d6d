import './run/early-stop.ts';

/** The exports for a process that computes and does not serve: they load neither express nor the metrics. */
export { TaskTimedOut } from './http/problems.ts';
export { integer } from './run/config.ts';
export { createKernel } from './run/kernel.ts';
export { prepare, type Setting } from './run/prepare.ts';
export { reportUp } from './run/supervise.ts';
