import { relative, sep } from 'node:path';
import { serviceName } from '../manifest.ts';
import { projectOf } from '../own-function.ts';
import type { Language, Parts, Strategy } from '../parts/contract.ts';
import type { Call, Named } from '../task.ts';
import type { Figures } from '../values.ts';
import { appFile } from './app.ts';
import type { Framework } from './contract.ts';
import { typesFile, workFile } from './function.ts';
import { packageInto } from './manifest.ts';
import { intoReadme } from './readme.ts';

export type IntoContext = Omit<Named, 'from'> & {
  readonly framework: Framework;
  readonly strategy: Strategy;
  readonly language: Language;
  readonly route: string;
  readonly call: Call;
  readonly figures?: Figures | undefined;
  readonly measured: string;
  readonly variables?: readonly string[] | undefined;
  readonly out: string;
  readonly linked: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
  readonly parts: Parts;
  /** The specifiers of the function's module and of a module of src/, from this folder. */
  readonly fromHere: string;
  readonly fromSrc: string;
};

/** Writes the files for this function and this framework, in addition to the parts. */
export function intoFiles(context: IntoContext): Record<string, string> {
  const { language, call, out, parts, fromHere, fromSrc } = context;
  const title = serviceName(out);
  const options = { ...context, title, from: fromHere };
  const app = appFile(options);
  const files = {
    [`src/task.${language}`]: workFile({ ...options, from: fromSrc }),
    [`test/app.${language}`]: app,
    'index.d.ts': typesFile(options),
    'package.json': packageInto(options, parts),
    ...(call.kind === 'arguments' && { 'test/sample.json': JSON.stringify(call.args) }),
  };
  const place = relative(projectOf(out), out).split(sep).join('/');
  const readme = intoReadme({ ...options, app, place, where: fromHere, files: { ...parts.files, ...files } });
  return { ...files, 'README.md': readme };
}
