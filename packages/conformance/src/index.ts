export { computedIn } from './computed.ts';
export {
  endContestant,
  freePort,
  type Started,
  serviceOf,
  spawnContestant,
  startContestant,
  startForTest,
} from './contestant.ts';
export { survivesHangs, survivesKills } from './kills.ts';
export { ask, type Load, startLoad } from './load.ts';
export { measurable } from './measurable.ts';
export { metric, pendingRequests } from './metrics.ts';
export { json, send, start } from './requests.ts';
export { residentBytes } from './resident.ts';
export { survivesRestarts } from './restart.ts';
export { isSoak } from './soak.ts';
export { briefContract, conformance, peerContract, strategyContract } from './suite.ts';
export { TROUBLE } from './trouble.ts';
export { until } from './until.ts';
export { holdTask, type WatchedTask, watchTask } from './watched-task.ts';
