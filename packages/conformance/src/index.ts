export {
  endContestant,
  freePort,
  type Started,
  spawnContestant,
  startContestant,
  withContestant,
} from './contestant.ts';
export { type HeldTask, holdTask } from './held-task.ts';
export { ask, type Load, startLoad } from './load.ts';
export { measurable } from './measurable.ts';
export { computedTasks, metric, pendingRequests } from './observability.ts';
export { takesOctets } from './octets.ts';
export { json, send } from './requests.ts';
export { residentBytes } from './resident.ts';
export { survivesRestarts } from './restart.ts';
export { endThread, isSoak, killWorkerProcess, survivesHangs, survivesKills } from './soak.ts';
export { conformance } from './suite.ts';
export { TROUBLE } from './trouble.ts';
export { until } from './until.ts';
export { peerContract } from './whole.ts';
