import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { madeOnce } from '@cpu-bound/measure/model/made-once';
import { appFile } from '../src/into/app.ts';
import { typesFile, workFile } from '../src/into/function.ts';
import type { Form, Language, Parts, Strategy } from '../src/parts/contract.ts';
import { formatted } from '../src/parts/formatted.ts';
import { partsOf } from '../src/parts/parts.ts';
import { type Call, FORMS, FRAMEWORKS, STRATEGIES } from '../src/scaffold.ts';
import { top } from './example.ts';
import { originOf, substance } from './measured.ts';

const templates = join(top, 'packages/scaffold/templates');
/** The folders with the sources that are no measured ones. */
const TEMPLATES = {
  service: () => ['shared', 'service'],
  into: (strategy: string) => ['shared', 'into/all', `into/${strategy}`],
} as const;

const known = new Map<string, Promise<Parts>>();
/** Makes the parts of each choice once, because they are formatted. */
const partsFor = (...choice: [Strategy, Language, Form]): Promise<Parts> =>
  madeOnce(known, choice.join(), () => partsOf(top, ...choice));

for (const form of FORMS)
  for (const strategy of STRATEGIES)
    describe(`${strategy}, written ${form === 'into' ? 'into an app' : 'as a service'}`, () => {
      let files: Parts['files'];
      before(async () => {
        ({ files } = await partsFor(strategy, 'ts', form));
      });

      it('has the measured sources with their imports, except the templates', () => {
        const written = TEMPLATES[form](strategy).flatMap((folder) =>
          globSync('src/**/*.ts', { cwd: join(templates, folder) }),
        );
        const sources = Object.keys(files).filter(
          (file) => file.startsWith('src/') && !written.includes(file),
        );
        assert.ok(sources.length >= 10, sources.join());
        for (const file of sources) {
          const measured = readFileSync(join(top, originOf(file, strategy)), 'utf8');
          assert.equal(substance(files[file] ?? ''), substance(measured), file);
        }
      });

      it('names no part of this project in its code, in either language', async () => {
        const { files: inJavaScript } = await partsFor(strategy, 'js', form);
        for (const [file, text] of Object.entries({ ...files, ...inJavaScript }))
          assert.doesNotMatch(text, /cpu-bound|docs\/adr|pnpm|\bbench\b/, file);
      });
    });

for (const strategy of STRATEGIES) {
  it(`${strategy} in an app has no HTTP service`, async () => {
    const { files, dependencies } = await partsFor(strategy, 'ts', 'into');
    assert.equal('express' in dependencies || 'prom-client' in dependencies, false);
    assert.equal('src/service/http/app.ts' in files, false);
  });

  describe(`a service of ${strategy}`, () => {
    let files: Parts['files'];
    let dependencies: Parts['dependencies'];
    before(async () => {
      ({ files, dependencies } = await partsFor(strategy, 'ts', 'service'));
    });

    it('has all sources of its strategy, except the programs of variants', () => {
      const sources = globSync('**/*.ts', { cwd: join(top, 'packages', strategy, 'src') });
      const unused = sources.filter((name) => files[`src/${name}`] === undefined).toSorted();
      assert.deepEqual(unused, strategy === 'single' ? ['at-once.ts', 'serve-at-once.ts'] : []);
    });

    it('has no file that only another strategy uses', () => {
      const ofOthers = {
        single: ['supervise'],
        cluster: [],
        threads: ['supervise', 'turns'],
        queue: ['turns'],
      }[strategy];
      for (const name of ofOthers) assert.equal(files[`src/service/run/${name}.ts`], undefined, name);
    });

    it('depends on packages of the measured sources, at their versions', () => {
      const manifests = [strategy, 'service'].map((name) =>
        JSON.parse(readFileSync(join(top, 'packages', name, 'package.json'), 'utf8')),
      );
      const measured = Object.assign({}, ...manifests.map((manifest) => manifest.dependencies));
      assert.ok('express' in dependencies);
      for (const [name, version] of Object.entries(dependencies)) assert.equal(version, measured[name], name);
    });
  });
}

const calls: Call[] = [{ kind: 'JSON' }, { kind: 'octets' }, { kind: 'arguments', args: [1000] }];
it('the files for a function and a framework are formatted, also by the package for npx, which has no formatter', async () => {
  const written: Record<string, string> = {};
  for (const framework of FRAMEWORKS)
    for (const strategy of ['threads', 'queue'] as const)
      for (const language of ['ts', 'js'] as const)
        for (const call of calls) {
          const options = { framework, strategy, language, call, title: 'render-pool', route: 'render' };
          const named = { ...options, name: 'render', isInDefault: false, from: '../src/render.ts' };
          const folder = [framework, strategy, language, call.kind].join('-');
          written[`${folder}/app.${language}`] = appFile(named);
          written[`${folder}/task.${language}`] = workFile(named);
          written[`${folder}/index.d.ts`] = typesFile(named);
        }
  const reformatted = await formatted(written);
  for (const [file, text] of Object.entries(written)) assert.equal(text, reformatted[file], file);
});
