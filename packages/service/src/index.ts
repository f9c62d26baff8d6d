export type { Request, RequestHandler, Response } from 'express';
export type {
  Compute,
  ComputeResult,
  Outcome,
  ProblemDocument,
  WorkerIdentity,
} from './contract.ts';
export { bodyOf, type Extension, type MountPoint, only } from './http/app.ts';
export type { GaugeSource } from './http/metrics.ts';
export { json, problem, queryParameters } from './http/openapi.ts';
export {
  HttpProblem,
  Overloaded,
  resultOf,
  TaskTimedOut,
} from './http/problems.ts';
export { singleValued, traceparentOf } from './http/request.ts';
export { choice, integer } from './run/config.ts';
export type { ServiceContext } from './run/context.ts';
export { createKernel, type Kernel, outcomeOf } from './run/kernel.ts';
export { prepare } from './run/prepare.ts';
export type { ConnectionSource } from './run/server.ts';
export { type Strategy, serve } from './run/service.ts';
export { type FamilyMessage, reportUp, supervise } from './run/supervise.ts';
export { takeWaiting } from './run/take-waiting.ts';
export { atOnce, inTurns } from './run/turns.ts';
