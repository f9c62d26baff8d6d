export type {
  Answer,
  Compute,
  Computed,
  ContestantManifest,
  ProblemDocument,
  WorkerIdentity,
} from './contract.ts';
export { BackendAway, ClientGone, DeadlinePassed, HttpProblem, Overloaded } from './http/problems.ts';
export { computeHere } from './run/kernel.ts';
export { prepare, type Setting, type Strategy, serve } from './run/service.ts';
export { reportUp, type Supervised, supervise } from './run/supervise.ts';
