export type { RequestHandler } from 'express';
export { type Batches, createBatches, type Reply } from './batches/batches.ts';
export { type Item, type Outcome, outcomeOf } from './batches/item.ts';
export type {
  Answer,
  Compute,
  Computed,
  ContestantManifest,
  ProblemDocument,
  WorkerIdentity,
} from './contract.ts';
export { type Extension, only } from './http/app.ts';
export type { GaugeSource } from './http/metrics.ts';
export { json, problem, queryParameters } from './http/openapi.ts';
export { BackendAway, ClientGone, DeadlinePassed, HttpProblem, Overloaded } from './http/problems.ts';
export { singleValued } from './http/query.ts';
export { traceparentOf } from './http/traceparent.ts';
export { choice, integer } from './run/config.ts';
export { createKernel, type Kernel } from './run/kernel.ts';
export { prepare, type Setting, type Strategy, serve } from './run/service.ts';
export { reportUp, type Supervised, supervise } from './run/supervise.ts';
