import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

const folder = join(import.meta.dirname, '../../../examples/functions');
const files = globSync('*.ts', { cwd: folder }).toSorted();
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const commands = [
  ...readme.matchAll(/--workload \.\/examples\/functions\/(\S+)#(\S+) --body examples\/functions\/(\S+)/g),
];
const skip =
  !existsSync(join(folder, 'node_modules')) &&
  'its libraries are not installed: npm install --prefix examples/functions';

describe('the example functions', () => {
  it('are files of at most 25 lines, and the README has a command for each', () => {
    for (const file of files) {
      const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
      assert.ok(lines.length <= 25, `${file} has ${lines.length} lines`);
    }
    assert.deepEqual([...new Set(commands.map(([, file]) => file))].toSorted(), files);
  });

  for (const [, file = '', name = '', sample = ''] of commands)
    it(`${basename(file, '.ts')}: ${name} answers its sample, and the same each time`, { skip }, async () => {
      const octets = readFileSync(join(folder, sample));
      const input = () => (sample.endsWith('.json') ? JSON.parse(octets.toString()) : octets);
      const { [name]: compute } = await import(join(folder, file));
      const [first, second] = [await compute(input()), await compute(input())];
      assert.ok(isDeepStrictEqual(first, second), name);
      assert.ok((first instanceof Uint8Array ? first : JSON.stringify(first)).length > 20, name);
    });
});
