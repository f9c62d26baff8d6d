import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { answers, answersAsReturned } from './answers.ts';
import { endContestant, type Place, readManifest, type Started, startContestant } from './contestant.ts';
import { fairness } from './fairness.ts';
import { backpressure, isInterrupted, isToldToEnd, lifecycle } from './life.ts';
import { metrics, traces } from './observability.ts';
import { survivesOverload } from './overload.ts';
import { queryProperties } from './query-properties.ts';
import { refusals } from './refusals.ts';
import { json, send } from './requests.ts';
import { declareExceptions, it } from './sentence.ts';
import { TROUBLE, type TroubleOptions } from './trouble.ts';
import { abandonedWork, deadlines } from './waiting.ts';

export type ConformanceOptions = TroubleOptions & {
  /** Only what the strategy itself decides, by a few starts: for those whose whole suite runs elsewhere. */
  readonly isBrief?: boolean;
};

/**
 * The HTTP contract as tests of a started contestant: every strategy passes the same ones, but for those that its
 * manifest says it cannot.
 */
export function conformance(folder: Place, { isBrief = false, ...options }: ConformanceOptions = {}): void {
  declareExceptions(readManifest(folder).cannot);
  describe('the HTTP contract', () => {
    let service: Started;
    before(async () => {
      service = await startContestant(folder, { UPLOAD_TIMEOUT_MS: '20000' }); // the soak waits for it
    });
    after(() => endContestant(service));
    answers(() => service.origin);
    lightRoutes(() => service.origin);
    metrics(() => service.origin);
    if (!isBrief) {
      refusals(() => service.origin);
      queryProperties(() => service.origin);
    }
    isToldToEnd(() => service);
  });
  describe('backpressure, tasks that make trouble, and a sudden end', () =>
    backpressure(folder, isBrief ? undefined : options));
  if (isBrief) return;
  describe('work that waits, and more than it accepts', () => {
    deadlines(folder);
    survivesOverload(folder);
  });
  describe('tasks that take long, each with its line in the log', () => {
    let service: Started;
    before(async () => {
      service = await startContestant(folder, { WORKLOAD: TROUBLE, LOG_LEVEL: 'debug' });
    });
    after(() => endContestant(service));
    traces(() => service);
    fairness(() => service.origin);
    // After tasks that took long: short ones are handed over many at a time, and are no longer what waits.
    abandonedWork(() => service);
    answersAsReturned(() => service.origin);
    isInterrupted(() => service);
  });
  describe('the life of the process', () => lifecycle(folder));
}

function lightRoutes(origin: () => string): void {
  it('light-routes', async () => {
    for (const path of ['/hello', '/healthz', '/readyz'])
      assert.equal((await send(origin(), path)).status, 200, path);
  });
  it('describes-itself', async () => {
    const document = json(await send(origin(), '/openapi.json'));
    assert.match(document.openapi, /^3\.1\./);
    for (const path of Object.keys(document.paths).filter((name) => !name.startsWith('/jobs'))) {
      assert.notEqual((await send(origin(), path)).status, 404, path);
    }
  });
}
