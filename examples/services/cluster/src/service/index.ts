export type { Request, RequestHandler, Response } from 'express';
export type { Answer, Compute, ComputeResult, Outcome, ProblemDocument, WorkerIdentity } from './contract.js';
export { bodyOf, type Extension, type MountPoint, only } from './http/app.js';
export type { GaugeSource } from './http/metrics.js';
export { json, problem, queryParameters } from './http/openapi.js';
export {
  BackendAway,
  BackendRefuses,
  HttpProblem,
  Overloaded,
  resultOf,
  TaskTimedOut,
} from './http/problems.js';
export { singleValued, traceparentOf } from './http/request.js';
export { choice, integer } from './run/config.js';
export type { ServiceContext } from './run/context.js';
export { createKernel, type Kernel, outcomeOf } from './run/kernel.js';
export { prepare } from './run/prepare.js';
export type { ConnectionSource } from './run/server.js';
export { type Strategy, serve } from './run/service.js';
export { type FamilyMessage, reportUp, supervise } from './run/supervise.js';
export { takeWaiting } from './run/take-waiting.js';
export { atOnce, inTurns } from './run/turns.js';
