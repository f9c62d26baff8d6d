import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Output, withInputs } from '@cpu-bound/workload';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { isRight } from '../../src/own/known.ts';
import { createWorkloads } from '../../src/own/own-process.ts';

const { signal } = new AbortController();
const workloads = createWorkloads();
const from = temporaryFolder({ 'package.json': '{ "type": "module" }' });
after(() => workloads.stop());

let modules = 0;
async function load(text: string) {
  const file = join(from, `mine-${modules++}.mjs`);
  await writeFile(file, text);
  return { specifier: file, known: await workloads.load(file, from, { signal }) };
}

const WORKLOAD = `export default {
  name: 'mine',
  parse: ({ n = '1' }) => {
    if (n === 'no') throw Object.assign(new Error('n is no number'), { parameter: 'n' });
    return { n: Number(n) };
  },
  run: ({ n }) => ({ half: n / 2 }),
  verify: ({ n }, { half }) => {
    if (n === 7) process.kill(process.pid, 'SIGKILL');
    return half === n / 2;
  },
  headline: { n: '2' },
};`;

describe('a user’s own workload, in a process of its own', () => {
  it('is known by its data, and answers what is sent and what is right', async () => {
    const { known } = await load(WORKLOAD);
    assert.deepEqual([known.name, known.headline], ['mine', { n: '2' }]);
    assert.deepEqual(await known.sentFor({ n: '4' }), [{ query: { n: '4' } }]);
    assert.equal(await isRight(known, { n: '4' }, { half: 2 }), true);
    assert.equal(await isRight(known, { n: '4' }, { half: 3 }), false);
  });

  it('has answers that differ each time compared by kind and size, with the one that a service gave', async () => {
    const file = join(from, 'differs.mjs');
    await writeFile(file, "export const id = (n) => '<a>' + crypto.randomUUID() + 'b'.repeat(n) + '</a>';");
    const specifier = withInputs(
      `${file}#id`,
      { args: '[400]', type: 'application/xml', answers: 'differ' },
      from,
    );
    const known = await workloads.load(specifier, from, { signal });
    workloads.expect(specifier, new Map([['', { octets: new Uint8Array(443) }]]));
    const answers: readonly [Output, boolean][] = [
      [{ octets: new Uint8Array(440) }, true], // as a client reads XML
      [{ octets: new Uint8Array(400) }, true],
      [{ octets: new Uint8Array(300) }, false],
      [{ octets: new Uint8Array(0) }, false],
      ['b'.repeat(443), false],
    ];
    for (const [answer, isAccepted] of answers) assert.equal(await isRight(known, {}, answer), isAccepted);
  });

  it('has the answers of a function compared with those of a service, and none of its code run', async () => {
    const file = join(from, 'never.mjs');
    await writeFile(file, "throw new Error('was loaded');");
    await writeFile(join(from, 'one.json'), '{"n":1}');
    const specifier = withInputs(`${file}#half`, { body: join(from, 'one.json') }, from);
    const known = await workloads.load(specifier, from, { signal });
    const query = { sample: 'one.json' };
    assert.deepEqual(
      (await known.sentFor(known.headline)).map((sent) => sent.query),
      [query],
    );
    workloads.expect(specifier, new Map([['one.json', { half: 0.5, of: { n: 1 } }]]));
    assert.equal(await isRight(known, query, { of: { n: 1 }, half: 0.5 }), true);
    assert.equal(await isRight(known, query, { half: 0.5, of: { n: 2 } }), false);
    await assert.rejects(isRight(known, { sample: 'two.json' }, 1), /no service has answered two\.json yet/);
  });

  it('names the query that it refuses', async () => {
    const { known } = await load(WORKLOAD);
    assert.deepEqual(await known.check({ n: 'no' }), { why: 'n is no number' });
  });

  it('changes nothing in the process that asks it', async () => {
    const before = [Object.prototype.toString, process.env.PATH, globalThis.Promise];
    const { known } = await load(`
      Object.prototype.toString = () => 'changed'; process.env.PATH = '/nowhere'; globalThis.Promise = class {};
      ${WORKLOAD}`);
    assert.equal(known.name, 'mine');
    assert.deepEqual([Object.prototype.toString, process.env.PATH, globalThis.Promise], before);
  });

  it('cannot answer for itself by what it posts or prints', async () => {
    const { known } = await load(`
      import { parentPort } from 'node:worker_threads';
      for (let id = 0; id < 99; id++) parentPort?.postMessage({ id, value: { accepted: true, spentMs: 0 } });
      console.log('{"id":1,"value":{"accepted":true}}');
      ${WORKLOAD}`);
    assert.equal(await isRight(known, { n: '4' }, { half: 3 }), false);
  });

  it('is named if its process crashes, and is started again', async () => {
    const { known } = await load(WORKLOAD);
    await assert.rejects(isRight(known, { n: '7' }, { half: 3.5 }), {
      name: 'WorkloadError',
      message: /^workload .*mine-\d+\.mjs: its process ended with SIGKILL/,
    });
    assert.equal(await isRight(known, { n: '4' }, { half: 2 }), true);
  });
});
