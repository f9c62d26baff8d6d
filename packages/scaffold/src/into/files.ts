import { relative, sep } from 'node:path';
import { projectOf } from '../function-files.ts';
import type { IntoOptions, Written } from '../options.ts';
import { appFile } from './app.ts';
import { typesFile, workFile } from './function.ts';
import { packageInto } from './manifest.ts';
import { intoReadme } from './readme.ts';

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
