import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { cases, isAlike, route, slow, start, startSlow } from './start.ts';

describe('the service', () => {
  it('answers each case as the function did in its project', async (context) => {
    const { origin } = await start(context);
    assert.ok(cases.length > 0);
    for (const { name, request, answer, type, fields, differs } of cases) {
      const response = await fetch(origin + (await route()), request);
      assert.equal(response.status, 200, name);
      assert.equal(response.headers.get('content-type')?.replace(/;.*/, ''), type, name);
      assert.match(response.headers.get('server-timing') ?? '', /task;dur=/);
      const body = Buffer.from(await response.arrayBuffer());
      if (differs) {
        assert.ok(isAlike(body, answer), `${name}: ${body.length} octets`);
        continue;
      }
      assert.deepEqual(JSON.parse(response.headers.get('x-result') ?? '{}'), fields, name);
      assert.deepEqual(body, answer, name);
    }
    const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: object };
    assert.ok((await route()) in paths, 'openapi.json does not describe its route');
  });

  it('answers a light request before many heavy ones that came first', async (context) => {
    const { origin } = await startSlow(context);
    let answered = 0;
    const heavy = Array.from({ length: 20 }, async () => {
      const { status } = await slow(origin, 100);
      answered++;
      return status;
    });
    await fetch(`${origin}/hello`);
    assert.ok(answered < heavy.length, 'the light request has waited for all heavy ones');
    assert.deepEqual(new Set(await Promise.all(heavy)), new Set([200]));
  });

  it('refuses requests beyond the limit with 503 and Retry-After', async (context) => {
    const { origin } = await startSlow(context, { MAX_PENDING: '2' });
    const responses = await Promise.all(Array.from({ length: 12 }, () => slow(origin, 300)));
    const refused = responses.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && refused.length < responses.length, `${refused.length} were refused`);
    for (const { headers } of refused) assert.equal(headers.get('retry-after'), '1');
    for (const { status } of responses) assert.ok([200, 503].includes(status), String(status));
  });

  it('answers 500 without details to an error of the function, though the error has a status of its own', async (context) => {
    const { origin } = await startSlow(context);
    const response = await slow(origin, -1);
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /refused elsewhere/);
  });

  it('finishes accepted requests after SIGTERM, and exits with 0', async (context) => {
    const { origin, child } = await startSlow(context);
    const exit = once(child, 'exit');
    const accepted = Array.from({ length: 6 }, () => slow(origin, 300));
    await Promise.race(accepted); // the other requests are running or waiting
    child.kill('SIGTERM');
    for (const response of await Promise.all(accepted)) assert.equal(response.status, 200);
    assert.deepEqual(await exit, [0, null]);
  });

  it('does not start with an unusable variable, and names it', async (context) => {
    await assert.rejects(start(context, { MAX_PENDING: 'many' }), /MAX_PENDING must be an integer/);
  });
});
