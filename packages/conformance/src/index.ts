export { metric, pendingRequests } from './answers.ts';
export {
  endContestant,
  freePort,
  type Started,
  serviceOf,
  spawnContestant,
  startContestant,
  startForTest,
} from './contestant.ts';
export { isSoak } from './contract.ts';
export { survivesHangs, survivesKills } from './kills.ts';
export { ask, type Load, startLoad } from './load.ts';
export { measurable } from './measurable.ts';
export { computedIn, json, send, start } from './requests.ts';
export { survivesRestarts } from './restart.ts';
export { briefContract, conformance, peerContract, strategyContract } from './suite.ts';
export { TROUBLE } from './trouble.ts';
export { holdTask, residentBytes, until, type WatchedTask, watchTask } from './until.ts';
