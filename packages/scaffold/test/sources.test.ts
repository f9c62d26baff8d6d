import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Parts } from '../src/parts/contract.ts';
import { partsOf } from '../src/parts/parts.ts';
import { filesOf, ownFunction, STRATEGIES } from '../src/scaffold.ts';
import { exampleOf, top } from './example.ts';
import { originOf, substance } from './measured.ts';

for (const strategy of STRATEGIES)
  describe(`a service of ${strategy}`, () => {
    let files: Parts['files'];
    let dependencies: Parts['dependencies'];
    before(async () => {
      ({ files, dependencies } = await partsOf(top, strategy, 'ts'));
    });

    it('has the measured sources, except their imports, the loading of the task and its document', () => {
      const sources = Object.keys(files).filter((file) =>
        /^src\/(?!workload\/index|service\/http\/openapi)/.test(file),
      );
      assert.ok(sources.length > 15);
      for (const file of sources) {
        const measured = readFileSync(join(top, originOf(file, strategy)), 'utf8');
        assert.equal(substance(files[file] ?? ''), substance(measured), file);
      }
    });

    it('has all sources of its strategy, except the programs of variants', () => {
      const own = globSync('**/*.ts', { cwd: join(top, 'packages', strategy, 'src') });
      assert.deepEqual(
        own.filter((name) => files[`src/${name}`] === undefined),
        strategy === 'single' ? ['at-once.ts'] : [],
      );
    });

    it('has no file that only another strategy uses', () => {
      const ofOthers = {
        single: ['supervise'],
        cluster: [],
        threads: ['supervise', 'turns'],
        queue: ['turns'],
      }[strategy];
      for (const name of ofOthers) assert.equal(files[`src/service/run/${name}.ts`], undefined, name);
      assert.equal(files['src/service/index.ts'], undefined);
    });

    it('depends on packages of the measured sources, at their versions', () => {
      const manifests = [strategy, 'service'].map((name) =>
        JSON.parse(readFileSync(join(top, 'packages', name, 'package.json'), 'utf8')),
      );
      const measured = Object.assign({}, ...manifests.map((manifest) => manifest.dependencies));
      assert.ok('express' in dependencies);
      for (const [name, version] of Object.entries(dependencies)) assert.equal(version, measured[name], name);
    });

    it('names no part of this project in its code, in either language', async () => {
      const { files: inJavaScript } = await partsOf(top, strategy, 'js');
      for (const [file, text] of Object.entries({ ...files, ...inJavaScript }))
        assert.doesNotMatch(text, /cpu-bound|docs\/adr|pnpm|\bbench\b/, file);
    });
  });

it('examples/services/threads is what pnpm examples:services writes', async () => {
  const options = exampleOf('threads');
  const written = await filesOf(options, await ownFunction(options.file));
  const there = globSync('**/*', {
    cwd: options.out,
    withFileTypes: true,
    exclude: ['node_modules', 'dist'],
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(options.out.length + 1));
  assert.deepEqual(there.toSorted(), [...written.keys()].filter((name) => !name.startsWith('.')).toSorted());
  for (const [name, content] of written)
    assert.deepEqual(readFileSync(join(options.out, name), 'utf8'), content.toString(), name);
});
