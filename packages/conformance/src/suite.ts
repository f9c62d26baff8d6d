import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { answers, answersAsReturned } from './answers.ts';
import { endContestant, type Place, readManifest, type Started, startContestant } from './contestant.ts';
import { fairness } from './fairness.ts';
import { backpressure, endsOnSigint, endsOnSigterm, lifecycle } from './life.ts';
import { metrics, traces } from './observability.ts';
import { survivesOverload } from './overload.ts';
import { queryProperties } from './query-properties.ts';
import { refusals } from './refusals.ts';
import { json, send } from './requests.ts';
import { declareExceptions, it } from './sentence.ts';
import { TROUBLE, type TroubleOptions } from './trouble.ts';
import { abandonedWork, deadlines } from './waiting.ts';

export type ConformanceOptions = TroubleOptions & {
  /** Tests a short form: answers, light routes, metrics, backpressure and the ends by signals. `test:peers` tests all. */
  readonly isBrief?: boolean;
};

/**
 * Tests a started contestant against the HTTP contract. Every strategy passes the same tests, except the exceptions in
 * its manifest.
 */
export function conformance(folder: Place, { isBrief = false, ...options }: ConformanceOptions = {}): void {
  declareExceptions(readManifest(folder).cannot);
  describe('the HTTP contract', () => {
    let service: Started;
    before(async () => {
      // The soak waits until this timeout has cut each connection that sends no valid request.
      service = await startContestant(folder, { UPLOAD_TIMEOUT_MS: '20000' });
    });
    after(() => endContestant(service));
    answers(() => service.origin);
    lightRoutes(() => service.origin);
    metrics(() => service.origin);
    if (!isBrief) {
      refusals(() => service.origin);
      queryProperties(() => service.origin);
    }
    endsOnSigterm(() => service);
  });
  describe('backpressure, faulty tasks, and a kill', () =>
    backpressure(folder, isBrief ? undefined : options));
  if (isBrief) return;
  describe('waiting work, and overload', () => {
    deadlines(folder);
    survivesOverload(folder);
  });
  describe('long tasks, at log level debug', () => {
    let service: Started;
    before(async () => {
      service = await startContestant(folder, { WORKLOAD: TROUBLE, LOG_LEVEL: 'debug' });
    });
    after(() => endContestant(service));
    traces(() => service);
    fairness(() => service.origin);
    abandonedWork(() => service);
    answersAsReturned(() => service.origin);
    endsOnSigint(() => service);
  });
  describe('the start and the end of the process', () => lifecycle(folder));
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
