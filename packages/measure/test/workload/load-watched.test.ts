import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type LoadOptions, loadWatched } from '../../src/workload/load-watched.ts';

let from: string;
before(async () => {
  from = await mkdtemp(join(tmpdir(), 'load-watched-'));
  await writeFile(join(from, 'package.json'), '{ "type": "module" }');
});
after(() => rm(from, { recursive: true }));

const never = new AbortController().signal;
const EXPORTED = 'export const half = (n: number) => ({ half: n / 2 });';

async function load(text: string, options: Partial<LoadOptions> = {}) {
  await writeFile(join(from, 'mine.ts'), `${text}\n${EXPORTED}`);
  return loadWatched({ specifier: './mine.ts#half?args=[4]', from }, { signal: never, ...options });
}

describe('a user’s own module, while it loads,', () => {
  for (const [what, text] of [
    ['computes for ever', 'while (true) {}'],
    ['waits for ever', 'setInterval(() => {}, 1000); await new Promise(() => {});'],
  ] as const) {
    it(`is announced, and ended at a limit that names it, if it ${what}`, async () => {
      const said: string[] = [];
      await assert.rejects(load(text, { slow: 100, longest: 400, onSlow: (line) => said.push(line) }), {
        name: 'WorkloadError',
        message: /^workload \.\/mine\.ts: did not end loading within 0\.4 s; let the module export/,
      });
      assert.deepEqual(said, ['loading ./mine.ts: still running after 0.1 s, and is ended after 0.4 s']);
    });
  }

  it('is described if it ends, without its code', async () => {
    const { name, headline, kernels } = await load('');
    assert.deepEqual([name, headline, kernels], ['half', {}, []]);
  });

  it('does not end the bench if it ends its process', async () => {
    const message = /^workload \.\/mine\.ts: calls process\.exit\(3\), which would end a service; let /;
    await assert.rejects(load('process.exit(3);'), { name: 'WorkloadError', message });
  });

  it('is named if it waits for an event that cannot come', async () => {
    const message = /^workload \.\/mine\.ts: waits for an event that never comes; /;
    await assert.rejects(load('await new Promise(() => {});'), { name: 'WorkloadError', message });
  });

  it('is named if a promise of it rejects that it does not export', async () => {
    const message = /^workload \.\/mine\.ts: nobody waits, at .*mine\.ts:\d+:\d+$/;
    await assert.rejects(load("Promise.reject(new Error('nobody waits'));"), {
      name: 'WorkloadError',
      message,
    });
  });

  it('can be interrupted', async () => {
    const controller = new AbortController();
    const loading = load('while (true) {}', {
      signal: controller.signal,
      slow: 50,
      onSlow: () => controller.abort(new Error('Ctrl-C')),
    });
    await assert.rejects(loading, { message: 'Ctrl-C' });
  });
});
