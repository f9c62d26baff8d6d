export { endContestant, freePort, type Started, startContestant } from './contestant.ts';
export { ask, type Load, startLoad } from './load.ts';
export { metric } from './observability.ts';
export { survivesOverload } from './overload.ts';
export { json, send } from './requests.ts';
export { residentBytes } from './resident.ts';
export { survivesRestarts } from './restart.ts';
export { isSoak, killWorkerProcess, survivesKills } from './soak.ts';
export { conformance } from './suite.ts';
