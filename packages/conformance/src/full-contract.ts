import { describe } from 'node:test';
import { type Place, readManifest, type Started } from './contestant.ts';
import type { Load } from './load.ts';
import { takesOctets } from './octets.ts';
import { survivesRestarts } from './restart.ts';
import { skipOthers } from './sentence.ts';
import { endThread, type KillOptions, killWorkerProcess, survivesHangs, survivesKills } from './soak.ts';
import { conformance } from './suite.ts';
import type { TroubleOptions } from './trouble.ts';

/** The effects of a strategy's stopped tasks and dying workers on clients. */
const OF_STRATEGY: Readonly<Record<string, TroubleOptions & KillOptions>> = {
  cluster: { stoppedTask: 'ECONNRESET', kill: killWorkerProcess, mayHang: 1 },
  threads: { stoppedTask: 504, kill: endThread },
  queue: { stoppedTask: 504, kill: killWithoutLoss },
};

/** Kills a worker process. No request fails: another worker takes up the job. */
async function killWithoutLoss(service: Started, load: Load): Promise<number> {
  await killWorkerProcess(service, load);
  return 0;
}

/**
 * Tests all sentences of the contract. A sentence that needs an undeclared feature is skipped, and names the feature.
 */
export function fullContract(folder: Place): void {
  const { id, peerOf = id, octets, faults = [], cannot = {} } = readManifest(folder);
  const options = OF_STRATEGY[peerOf];
  // An endless task that is not stopped would occupy its process during later tests.
  const cannotStop = cannot['stops-endless-task'];
  conformance(folder, cannotStop === undefined ? options : {});
  if (octets) takesOctets(folder);
  survivesRestarts(folder);
  if (options && faults.includes('kill-worker')) {
    describe('killed workers', () => survivesKills(folder, options));
    if (options.stoppedTask === 'ECONNRESET')
      describe('hanging workers', () => survivesHangs(folder, options));
  }
  const ofOctets = 'needs “octets” in the manifest';
  const ofStrategy = 'needs “peerOf” in the manifest, with a strategy that replaces its workers';
  const needs = {
    'bodies-whole': ofOctets,
    'body-too-large-413': ofOctets,
    'wrong-body-4xx': ofOctets,
    'stalled-uploads-cut': ofOctets,
    'unread-answers-cut': ofOctets,
    'slow-reader-whole': ofOctets,
    'stops-endless-task': cannotStop ?? ofStrategy,
    'survives-killed-workers': `${ofStrategy}, and “kill-worker” in its faults`,
    'survives-hanging-workers':
      'needs “cluster” as “peerOf” in the manifest, and “kill-worker” in its faults',
  };
  describe('sentences without a test', () => skipOthers(needs));
}

/** Tests a peer: briefly in `pnpm test`, by all sentences in `pnpm test:peers` (`CONFORMANCE=whole`). */
export const peerContract = (folder: Place): void =>
  process.env.CONFORMANCE === 'whole' ? fullContract(folder) : conformance(folder, { isBrief: true });
