import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { refusalOf } from '@cpu-bound/workload/test/refusal';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { ManifestError, readManifest } from '../../src/contestants/manifest.ts';
import { writeContestant } from '../fixtures/contestant-folder.ts';

const write = (fields: Record<string, unknown>) => writeContestant(temporaryFolder(), '', fields);
const writeText = (text: string) => temporaryFolder({ 'package.json': text });

async function problems(folder: string): Promise<readonly string[]> {
  const place = `${join(folder, 'package.json')}: `;
  const { problems } = await refusalOf(readManifest(folder), ManifestError);
  for (const problem of problems) assert.ok(problem.startsWith(place), `${problem} names the file`);
  return problems.map((problem) => problem.slice(place.length));
}

describe('readManifest', () => {
  it('ignores a field of an earlier format, which another checkout may have', async () => {
    const folder = await write({ workerCommand: ['node', 'src/worker.ts'] });
    const found = await readManifest(folder);
    assert.equal(found?.id, 'mine');
    assert.ok(!Object.hasOwn(found ?? {}, 'workerCommand'));
  });

  it('gives the manifest with its folder and the version of the package', async () => {
    const folder = await write({
      env: { A: '1' },
      needs: ['redis', 'npm:wattpm@3.65.0 @platformatic/node@3.65.0'],
      faults: ['kill-worker'],
    });
    assert.deepEqual(await readManifest(folder), {
      id: 'mine',
      title: 'The mine',
      summary: 'a contestant',
      command: ['node', 'main.ts'],
      env: { A: '1' },
      needs: ['redis', 'npm:wattpm@3.65.0 @platformatic/node@3.65.0'],
      faults: ['kill-worker'],
      folder,
      version: '1.2.3',
    });
  });

  it('needs no version', async () => {
    const manifest = { id: 'mine', title: 'Mine', summary: 'x', command: ['./serve'] };
    const folder = writeText(JSON.stringify({ contestant: manifest }));
    assert.equal((await readManifest(folder))?.version, '0.0.0');
  });

  it('finds no contestant in a package.json without the field, or that holds null', async () => {
    for (const text of ['{ "name": "library" }', 'null'])
      assert.equal(await readManifest(writeText(text)), undefined, text);
  });

  it('reports a package.json that is missing or is not JSON, with what to do', async () => {
    assert.deepEqual(await problems('/nowhere'), [
      'cannot be read; a contestant is a folder with a package.json',
    ]);
    assert.deepEqual(await problems(writeText('{ "contestant": ')), [
      'is not JSON; correct the file, or remove the folder from the contestants',
    ]);
  });

  const wrong: [string, unknown, string][] = [
    ['id', undefined, 'id'],
    ['id', 'Mine', 'id'],
    ['title', undefined, 'title'],
    ['summary', undefined, 'summary'],
    ['command', 'node main.ts', 'command'],
    ['command', [], 'command.0'],
    ['command', ['node', 5], 'command.1'],
    ['env', { PORT: 3000 }, 'env.PORT'],
    ['needs', ['mysql'], 'needs.0'],
    ['needs', ['npm:wattpm'], 'needs.0'],
    ['faults', ['flood'], 'faults.0'],
  ];
  for (const [field, value, named] of wrong) {
    it(`names ${named} if ${field} is ${JSON.stringify(value) ?? 'missing'}`, async () => {
      const found = await problems(await write({ [field]: value }));
      assert.equal(found.length, 1, found.join('\n'));
      assert.equal(found[0]?.split(': ')[0], `contestant.${named}`);
    });
  }

  it('names an unknown field', async () => {
    const [first] = await problems(await write({ comand: ['node'] }));
    assert.match(first ?? '', /comand/);
  });

  it('names every field that is wrong', async () => {
    const found = await problems(writeText('{ "contestant": {} }'));
    assert.deepEqual(
      found.map((problem) => problem.split(':')[0]),
      ['contestant.id', 'contestant.title', 'contestant.summary', 'contestant.command'],
    );
  });
});
