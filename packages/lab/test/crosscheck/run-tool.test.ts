import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findInstalled, runTool, type Tool } from '../../src/crosscheck/tools.ts';

const { signal } = new AbortController();
const load = { url: 'http://127.0.0.1:1/', connections: 1, seconds: 1 };

/** Node.js as a load generator: it runs its standard input instead of sending a load. */
const tool = (script: string, id = 'node'): Tool => ({
  id,
  call: () => ({ args: ['-'], script }),
  parse: (output) => JSON.parse(output),
});

async function read(script: string) {
  const [installed = assert.fail('node is on the PATH')] = await findInstalled([tool(script)]);
  return runTool(installed, load, signal);
}

describe('a load generator of other authors', () => {
  it('is found on the PATH, or left out', async () => {
    const installed = await findInstalled([tool(''), tool('', 'no-such-generator')]);
    const ids = installed.map(({ tool }) => tool.id);
    assert.deepEqual(ids, ['node']);
  });

  it('gets its script on its standard input, and its output is parsed', async () => {
    const reading = { perSecond: 1, p50: 2, p99: 3 };
    assert.deepEqual(await read(`console.log(JSON.stringify(${JSON.stringify(reading)}))`), reading);
  });

  it('is named with the last line of its errors if it fails', () =>
    assert.rejects(read('console.error("first\\nno such flag"); process.exit(3)'), {
      message: 'node: no such flag',
    }));

  it('is named if its output has an unknown form', () =>
    assert.rejects(read('console.log("usage: …")'), /^Error: node: /));
});
