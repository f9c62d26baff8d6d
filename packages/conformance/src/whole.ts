import { describe } from 'node:test';
import { type Place, readManifest, type Started } from './contestant.ts';
import type { Load } from './load.ts';
import { takesOctets } from './octets.ts';
import { survivesRestarts } from './restart.ts';
import { skipOthers } from './sentence.ts';
import { endThread, type KillOptions, killWorkerProcess, survivesHangs, survivesKills } from './soak.ts';
import { conformance } from './suite.ts';
import type { TroubleOptions } from './trouble.ts';

/** The clients' view of a strategy's stopped tasks and dying workers. */
const OF_STRATEGY: Readonly<Record<string, TroubleOptions & KillOptions>> = {
  cluster: { stoppedTask: 'ECONNRESET', kill: killWorkerProcess, mayHang: 1 },
  threads: { stoppedTask: 504, kill: endThread },
  queue: { stoppedTask: 504, kill: killForNothing },
};

/** Another worker takes up the job of the one that was killed. */
async function killForNothing(service: Started, load: Load): Promise<number> {
  await killWorkerProcess(service, load);
  return 0;
}

/**
 * All sentences of the contract. Those that need what the contestant does not declare are skipped, each with what it
 * needs.
 */
export function wholeContract(folder: Place): void {
  const { id, peerOf = id, octets, faults = [], cannot = {} } = readManifest(folder);
  const options = OF_STRATEGY[peerOf];
  // An endless task that nothing stops would keep its process from the tests that follow.
  const cannotStop = cannot['stops-endless-task'];
  conformance(folder, cannotStop === undefined ? options : {});
  if (octets) takesOctets(folder);
  describe('restarts under load', () => survivesRestarts(folder));
  if (options && faults.includes('kill-worker')) {
    describe('workers that die', () => survivesKills(folder, options));
    if (options.stoppedTask === 'ECONNRESET')
      describe('workers that hang', () => survivesHangs(folder, options));
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

/** `pnpm test` has a peer's brief suite: `pnpm test:peers` sets `CONFORMANCE=whole` for all sentences. */
export const peerContract = (folder: Place): void =>
  process.env.CONFORMANCE === 'whole' ? wholeContract(folder) : conformance(folder, { isBrief: true });
