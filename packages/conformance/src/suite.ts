import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { answers, answersAsReturned, metrics } from './answers.ts';
import { type Place, readManifest, type Started, serviceOf } from './contestant.ts';
import { declareExceptions, isSoak, it, skipOthers } from './contract.ts';
import { effectsOf } from './effects.ts';
import { survivesHangs, survivesKills } from './kills.ts';
import { deadlines, NARROW, overload, refusals, waiting } from './limits.ts';
import { survivesStallingClients, takesOctets } from './octets.ts';
import { assertProblem, send, sendUntilTaken } from './requests.ts';
import { survivesRestarts } from './restart.ts';
import {
  DRAIN_DELAY_MS,
  endsAsFirstProcess,
  endsOnSigint,
  endsOnSigkill,
  endsOnSigterm,
  lifecycle,
} from './stop.ts';
import { TASK_TIMEOUT_MS, TROUBLE, trouble } from './trouble.ts';
import { until } from './until.ts';

/**
 * Tests a started contestant against the HTTP contract, except restarts and killed workers. Every strategy passes the
 * same tests, except the exceptions in its manifest.
 */
export function conformance(folder: Place): void {
  ofStrategy(folder);
  if (readManifest(folder).octets) survivesStallingClients(folder);
  describe('the start and the end of the process', () => {
    lifecycle(folder);
    endsAsFirstProcess(folder);
  });
}

/**
 * Tests what each strategy does by itself. The rest, which is the code of `service`, `pnpm test` tests with one of
 * them, and the soak with all.
 */
export const strategyContract = (folder: Place): void => (isSoak ? conformance(folder) : ofStrategy(folder));

/** Tests a program in brief whose other sentences another contestant is tested for; the soak tests all. */
export const briefContract = (folder: Place): void => (isSoak ? conformance(folder) : inBrief(folder));

function ofStrategy(folder: Place): void {
  const { octets, cannot = {} } = readManifest(folder);
  inBrief(folder);
  withService('faulty tasks', folder, { TASK_TIMEOUT_MS }, (service) => {
    // An endless task that is not stopped would occupy its process during later tests.
    trouble(service, 'stops-endless-task' in cannot ? undefined : effectsOf(folder)?.outcomeOfStoppedTask);
    endsOnSigint(service);
  });
  describe('deadlines', () => deadlines(folder));
  if (octets) takesOctets(folder);
}

/** Tests answers, limits, metrics, and the ends by signals. */
function inBrief(folder: Place): void {
  declareExceptions(readManifest(folder).cannot);
  withService('the HTTP contract', folder, {}, (service) => {
    const origin = () => service().origin;
    answers(origin);
    answersAsReturned(origin);
    lightRoutes(origin);
    metrics(origin);
    waiting(service);
    endsOnSigterm(service);
  });
  withService('the limits of a service, and its kill', folder, NARROW, (service) => {
    refusals(service);
    overload(service);
    endsOnSigkill(service);
  });
}

/**
 * Tests all sentences of the contract. A sentence that needs an undeclared feature is skipped, and names the feature.
 */
export function fullContract(folder: Place): void {
  const { faults = [] } = readManifest(folder);
  const effects = effectsOf(folder);
  conformance(folder);
  survivesRestarts(folder);
  if (effects && faults.includes('kill-worker')) {
    survivesKills(folder);
    if (effects.outcomeOfStoppedTask === 'ECONNRESET') survivesHangs(folder);
  }
  const needsOctets = 'needs “octets” in the manifest';
  const needsStrategy = 'needs “peerOf” in the manifest, with a strategy that replaces its workers';
  const needs = {
    'bodies-whole': needsOctets,
    'body-too-large-413': needsOctets,
    'stalled-uploads-cut': needsOctets,
    'unread-answers-cut': needsOctets,
    'slow-reader-whole': needsOctets,
    'stops-endless-task': readManifest(folder).cannot?.['stops-endless-task'] ?? needsStrategy,
    'survives-killed-workers': `${needsStrategy}, and “kill-worker” in its faults`,
    'survives-hanging-workers':
      'needs “cluster” as “peerOf” in the manifest, and “kill-worker” in its faults',
  };
  describe('sentences without a test', () => skipOthers(needs));
}

/** Tests a peer: briefly, or by all sentences in `pnpm test:peers` (`CONFORMANCE=whole`). */
export const peerContract = (folder: Place): void =>
  process.env.CONFORMANCE === 'whole' ? fullContract(folder) : inBrief(folder);

/** Describes tests of one service with the workload `TROUBLE`. */
function withService(
  title: string,
  folder: Place,
  env: Record<string, string>,
  tests: (service: () => Started) => void,
): void {
  describe(title, () =>
    tests(serviceOf(folder, { WORKLOAD: TROUBLE, DRAIN_DELAY_MS, LOG_LEVEL: 'error', ...env })),
  );
}

/** Wrong queries; more of them are tested without a process, in `service`. */
const wrong: readonly (readonly [path: string, parameter: string, accepted: string])[] = [
  ['/primes', 'upTo', 'an integer from 1 to 10000000'],
  ['/primes?upTo=1e5', 'upTo', 'an integer from 1 to 10000000'],
  ['/primes?upTo=10&upTo=20', 'upTo', 'one value'],
  ['/primes?upTo=10&list=maybe', 'list', 'true or false'],
];

function lightRoutes(origin: () => string): void {
  it('problem-names-parameter', async () => {
    for (const [path, parameter, accepted] of wrong) {
      const problem = assertProblem(await sendUntilTaken(origin(), path), 400);
      assert.deepEqual([problem.parameter, problem.accepted], [parameter, accepted], path);
    }
  });
  it('light-routes', async () => {
    for (const path of ['/hello', '/healthz']) assert.equal((await send(origin(), path)).status, 200, path);
    // Also a service that is used as soon as it is ready may be busy for a moment.
    const isReady = async () => (await send(origin(), '/readyz')).status === 200;
    await until(isReady, 'the service is not ready');
  });
}
