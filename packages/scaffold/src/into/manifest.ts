import { manifestOf } from '../manifest.ts';
import type { IntoOptions, Written } from '../options.ts';
import { FRAMEWORKS } from '../parts/contract.ts';

/** Writes `package.json`: the app installs the package by its path, so that it works however the app is compiled. */
export function packageInto(written: Written & IntoOptions): string {
  const { framework, strategy, parts } = written;
  const others = FRAMEWORKS.filter((name) => name !== framework && name !== 'node');
  const needed = Object.entries(parts.devDependencies).filter(
    ([name]) => !others.some((other) => name.replace('@types/', '') === other),
  );
  return manifestOf(written, {
    before: {
      types: './index.d.ts',
      exports: {
        '.': { types: './index.d.ts', default: './dist/index.js' },
        ...(strategy === 'cluster' && { './main': './dist/main.js' }),
        ...(strategy === 'queue' && { './worker': './dist/worker.js' }),
      },
    },
    scripts: { prepare: 'npm run build' },
    devDependencies: Object.fromEntries(needed),
  });
}
