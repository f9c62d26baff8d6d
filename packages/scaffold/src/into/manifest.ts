import { fieldsForBuild, type ManifestOptions, OLDEST_NODE, testScript } from '../manifest.ts';
import type { Parts } from '../parts/contract.ts';
import { FRAMEWORKS, type IntoOptions } from './contract.ts';

/** Writes `package.json`: the app installs the package by its path, so that it works however the app is compiled. */
export function packageInto(
  {
    framework,
    language,
    title,
    strategy,
    linked,
    data,
  }: IntoOptions & Pick<ManifestOptions, 'linked' | 'data'>,
  { dependencies, devDependencies }: Parts,
): string {
  const others = FRAMEWORKS.filter((one) => one !== framework && one !== 'node');
  const needed = Object.entries(devDependencies).filter(
    ([name]) => !others.some((other) => name.replace('@types/', '') === other),
  );
  const manifest = {
    name: title,
    private: true,
    version: '0.1.0',
    type: 'module',
    engines: { node: `>=${OLDEST_NODE[language]}` },
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './dist/index.js' },
      ...(strategy === 'cluster' && { './main': './dist/main.js' }),
      ...(strategy === 'queue' && { './worker': './dist/worker.js' }),
    },
    scripts: {
      build: 'node build.js',
      prepare: 'npm run build',
      ...(strategy === 'queue' && { worker: 'node dist/worker.js' }),
      pretest: 'npm run build',
      test: testScript(language),
      ...(language === 'ts' && { typecheck: 'tsc' }),
    },
    ...fieldsForBuild({ linked, data }),
    dependencies,
    devDependencies: Object.fromEntries(needed),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
