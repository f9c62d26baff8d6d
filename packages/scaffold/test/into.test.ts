import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { appFile } from '../src/into/app.ts';
import { typesFile, workFile } from '../src/into/function.ts';
import type { Parts } from '../src/parts/contract.ts';
import { formatted } from '../src/parts/formatted.ts';
import { partsOf } from '../src/parts/parts.ts';
import { FRAMEWORKS, STRATEGIES, type Strategy } from '../src/scaffold.ts';
import type { Call } from '../src/task.ts';
import { top } from './example.ts';
import { originOf, substance } from './measured.ts';

const templates = join(top, 'packages/scaffold/templates');
/** Lists the files for mounting, which are written unchanged. */
const mountingOf = (strategy: Strategy): string[] =>
  ['shared', 'into/all', `into/${strategy}`].flatMap((folder) =>
    globSync('src/**/*.ts', { cwd: join(templates, folder) }),
  );

for (const strategy of STRATEGIES)
  describe(`${strategy}, written into an app`, () => {
    let files: Parts['files'];
    let dependencies: Parts['dependencies'];
    before(async () => {
      ({ files, dependencies } = await partsOf(top, strategy, 'ts', 'into'));
    });

    it('has the measured sources, except their imports and the mounting', () => {
      const mounting = mountingOf(strategy);
      const sources = Object.keys(files).filter(
        (file) => file.startsWith('src/') && !mounting.includes(file),
      );
      assert.ok(sources.length >= 13, sources.join());
      for (const file of sources) {
        const measured = readFileSync(join(top, originOf(file, strategy)), 'utf8');
        assert.equal(substance(files[file] ?? ''), substance(measured), file);
      }
    });

    it('has no HTTP service', () => {
      assert.equal('express' in dependencies || 'prom-client' in dependencies, false);
      assert.equal('src/service/http/app.ts' in files || 'src/service/index.ts' in files, false);
    });

    it('names no part of this project in its code, in either language', async () => {
      const { files: inJavaScript } = await partsOf(top, strategy, 'js', 'into');
      for (const [file, text] of Object.entries({ ...files, ...inJavaScript }))
        assert.doesNotMatch(text, /cpu-bound|docs\/adr|pnpm|\bbench\b/, file);
    });
  });

describe('the files for a function and a framework', () => {
  const calls: Call[] = [{ kind: 'JSON' }, { kind: 'octets' }, { kind: 'arguments', args: [1000] }];
  it('are formatted, also by the package for npx, which has no formatter', async () => {
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
});
