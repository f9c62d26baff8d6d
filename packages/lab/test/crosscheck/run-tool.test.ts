import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findInstalled, runTool } from '../../src/crosscheck/run-tool.ts';
import { type Invocation, type Tool, ToolFailed } from '../../src/crosscheck/tool.ts';

const { signal } = new AbortController();

/** Node.js as a load generator: a script instead of a load. */
const node = (id: string, invocation: Invocation, parse: Tool['parse']): Tool => ({
  id,
  get: 'it is there',
  counts: 'nothing',
  find: async () => ({ command: process.execPath }),
  version: ['--version'],
  closed: () => invocation,
  parse,
});

async function read(invocation: Invocation, parse: Tool['parse']) {
  const [installed] = await findInstalled([node('tool', invocation, parse)]);
  assert.ok(installed);
  return runTool(installed, invocation, 1, signal);
}
const asRate = (output: string) => ({ perSecond: Number(output), failures: 0 });

describe('a load generator of others', () => {
  it('is found with its version, or left out', async () => {
    const absent = { ...node('absent', { args: [] }, asRate), find: async () => undefined };
    const found = await findInstalled([node('tool', { args: [] }, asRate), absent]);
    assert.deepEqual(
      found.map(({ tool, version }) => [tool.id, version]),
      [['tool', process.versions.node]],
    );
  });

  it('has its files in a folder, which ends with it', async () => {
    let folder = '';
    const invocation = {
      args: ['{folder}/load.cjs'],
      files: { 'load.cjs': 'console.log(process.env.PLACE)' },
      env: { PLACE: '{folder}' },
    };
    await read(invocation, (output) => {
      folder = output.trim();
      assert.ok(existsSync(`${folder}/load.cjs`));
      return { perSecond: 1, failures: 0 };
    });
    assert.equal(existsSync(folder), false);
  });

  it('that fails is told of by its name and its last words', async () => {
    const dying = { args: ['-e', 'console.error("first\\nno such flag"); process.exit(3)'] };
    await assert.rejects(read(dying, asRate), (error) => {
      assert.ok(error instanceof ToolFailed);
      assert.equal(error.message, 'tool: no such flag');
      return true;
    });
  });

  it('that prints something else than is known of it is told of, too', async () => {
    await assert.rejects(
      read({ args: ['-e', ''] }, (output) => JSON.parse(output)),
      (error) => error instanceof ToolFailed && error.message.startsWith('tool: '),
    );
  });
});
