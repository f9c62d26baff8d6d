export type { RequestHandler } from 'express';
export { Counter, Gauge } from 'prom-client';
export type {
  Compute,
  ComputeResult,
  Outcome,
  ProblemDocument,
  WorkerIdentity,
} from './contract.ts';
export { type Mount, only, type Strategy } from './http/app.ts';
export { ID, KEY } from './http/job-names.ts';
export { registry } from './http/metrics.ts';
export {
  HttpProblem,
  overloaded,
  resultOf,
  taskTimedOut,
} from './http/problems.ts';
export { inputOf, traceparentOf } from './http/request.ts';
export { choice, integer } from './run/config.ts';
export type { ServiceContext } from './run/context.ts';
export { createKernel, type Kernel, outcomeOf } from './run/kernel.ts';
export { prepare } from './run/prepare.ts';
export { serve } from './run/service.ts';
export { type FamilyMessage, reportUp, supervise } from './run/supervise.ts';
export { takeWaiting } from './run/take-waiting.ts';
export { inTurns } from './run/turns.ts';
