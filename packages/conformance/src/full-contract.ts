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
const EFFECTS: Readonly<Record<string, TroubleOptions & KillOptions>> = {
  cluster: { outcomeOfStoppedTask: 'ECONNRESET', kill: killWorkerProcess, mayHang: 1 },
  threads: { outcomeOfStoppedTask: 504, kill: endThread },
  queue: { outcomeOfStoppedTask: 504, kill: killWithoutLoss },
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
  const effects = EFFECTS[peerOf];
  // An endless task that is not stopped would occupy its process during later tests.
  const cannotStop = cannot['stops-endless-task'];
  conformance(folder, cannotStop === undefined ? effects : {});
  if (octets) takesOctets(folder);
  survivesRestarts(folder);
  if (effects && faults.includes('kill-worker')) {
    describe('killed workers', () => survivesKills(folder, effects));
    if (effects.outcomeOfStoppedTask === 'ECONNRESET')
      describe('hanging workers', () => survivesHangs(folder, effects));
  }
  const needsOctets = 'needs “octets” in the manifest';
  const needsStrategy = 'needs “peerOf” in the manifest, with a strategy that replaces its workers';
  const needs = {
    'bodies-whole': needsOctets,
    'body-too-large-413': needsOctets,
    'wrong-body-4xx': needsOctets,
    'stalled-uploads-cut': needsOctets,
    'unread-answers-cut': needsOctets,
    'slow-reader-whole': needsOctets,
    'stops-endless-task': cannotStop ?? needsStrategy,
    'survives-killed-workers': `${needsStrategy}, and “kill-worker” in its faults`,
    'survives-hanging-workers':
      'needs “cluster” as “peerOf” in the manifest, and “kill-worker” in its faults',
  };
  describe('sentences without a test', () => skipOthers(needs));
}

/** Tests a peer: briefly in `pnpm test`, by all sentences in `pnpm test:peers` (`CONFORMANCE=whole`). */
export const peerContract = (folder: Place): void =>
  process.env.CONFORMANCE === 'whole' ? fullContract(folder) : conformance(folder, { isBrief: true });
