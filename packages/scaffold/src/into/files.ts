import { relative, sep } from 'node:path';
import { projectOf } from '../function-files.ts';
import { manifestOf } from '../manifest.ts';
import type { IntoOptions, Written } from '../options.ts';
import { FRAMEWORKS } from '../parts/contract.ts';
import { appFile } from './app.ts';
import { typesFile, workFile } from './function.ts';
import { intoReadme } from './readme.ts';

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

/** Writes the files for this function and this framework, in addition to the parts. */
export function intoFiles(written: Written & IntoOptions): Record<string, string> {
  const { language, call, out, parts, fromHere } = written;
  const app = appFile(written);
  const files = {
    [`src/task.${language}`]: workFile(written),
    [`test/app.${language}`]: app,
    'index.d.ts': typesFile({ ...written, from: fromHere }),
    'package.json': packageInto(written),
    ...(call.kind === 'arguments' && { 'test/sample.json': JSON.stringify(call.args) }),
  };
  const place = relative(projectOf(out), out).split(sep).join('/');
  const readme = intoReadme({ ...written, app, place, files: { ...parts.files, ...files } });
  return { ...files, 'README.md': readme };
}
