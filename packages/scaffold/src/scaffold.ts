import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { BenchError } from '@cpu-bound/measure/model/errors';
import { openApiOf } from '@cpu-bound/service/openapi';
import { composeFile, dockerfile, dockerignore } from './container.ts';
import { type FunctionFiles, filesOfFunction, projectOf } from './function-files.ts';
import { intoFiles } from './into/files.ts';
import { kubernetesFiles } from './kubernetes.ts';
import { packageJson, serviceName } from './manifest.ts';
import { type Case, caseFiles, type ScaffoldOptions, type Written } from './options.ts';
import { partsOf } from './parts/parts.ts';
import { readme } from './readme.ts';
import { taskFile } from './task.ts';
import { withVersionsOf } from './with-versions.ts';

/** Writes `openapi.json`: the document of the measured service, with the reader's function as its workload. */
export function openApiFile({ route, name, call, answerType, strategy }: Written): string {
  const document = openApiOf(
    {
      name: route,
      ...(answerType !== undefined && { answerType }),
      ...(call.kind === 'arguments'
        ? { describe: { summary: `Calls ${name}.`, parameters: { args: ARGUMENTS } } }
        : {
            needsBody: true,
            bodyType: call.kind === 'JSON' ? 'application/json' : 'application/octet-stream',
          }),
    },
    strategy === 'queue',
  );
  return `${JSON.stringify(document, null, 2)}\n`;
}

const ARGUMENTS = {
  description: 'Its arguments, as a JSON array.',
  required: false,
  content: { 'application/json': { schema: { type: 'array' } } },
} as const;

export { filesOfFunction } from './function-files.ts';
export type { Call, Case, ScaffoldOptions } from './options.ts';
export { FORMS, FRAMEWORKS, type Language, STRATEGIES, type Strategy } from './parts/contract.ts';
export type { Figures } from './variables.ts';

export type Scaffolded = {
  readonly files: readonly string[];
  /** A line for each risk of this function. */
  readonly notes: readonly string[];
  readonly needsRedis: boolean;
};

/**
 * Writes a service around a function: all of its files, or none.
 *
 * @throws BenchError if the folder is not empty, or the function's files cannot be bundled
 */
export async function scaffold(options: ScaffoldOptions): Promise<Scaffolded> {
  const { out } = options;
  await assertEmpty(out);
  const ofFunction = await filesOfFunction(options.file);
  const files = await filesOf(options, ofFunction);
  const unfinished = join(dirname(out), `.scaffold-${randomUUID()}`);
  try {
    await mkdir(dirname(out), { recursive: true });
    await mkdir(unfinished);
  } catch (error) {
    throw new BenchError('USAGE', [
      `--out ${out}: cannot be written (${(error as Error).message}); accepted: a path where you may create a folder`,
    ]);
  }
  try {
    for (const [name, content] of files) {
      await mkdir(dirname(join(unfinished, name)), { recursive: true });
      await writeFile(join(unfinished, name), content);
    }
    if (existsSync(out)) await rmdir(out);
    await rename(unfinished, out);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  const shown = ofFunction.askWhereTheyAre.map((path) => relative(ofFunction.project, path));
  return {
    files: [...files.keys()],
    notes:
      shown.length > 0
        ? [
            `${shown.join(', ')}: asks for its own path (import.meta, __dirname), which is dist/ in what is written; if it reads a file beside it, \`npm test\` fails until build.js copies that file to dist/ (cpSync of node:fs)`,
          ]
        : [],
    needsRedis: options.strategy === 'queue',
  };
}

/** @throws BenchError if the folder exists and is not empty */
export async function assertEmpty(out: string): Promise<void> {
  const inside = existsSync(out) ? await readdir(out).catch(() => undefined) : [];
  if (inside?.length === 0) return;
  throw new BenchError('USAGE', [
    `--out ${out}: is ${inside ? 'not empty' : 'no folder'}; accepted: an empty folder, or a new one`,
  ]);
}

/** Builds all written files, by their paths in the folder. */
export async function filesOf(
  options: ScaffoldOptions,
  ofFunction: FunctionFiles,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { top, strategy, language, into, out, file, name, cases, isCopied } = options;
  const parts = withVersionsOf(await partsOf(top, strategy, language, into ? 'into' : 'service'), ofFunction);
  const copies = isCopied ? await copiesOf(ofFunction) : new Map<string, string | Uint8Array>();
  const placeOf = (path: string) => (isCopied ? join(out, 'own', relative(baseOf(ofFunction), path)) : path);
  const fromFolder = (paths: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, importPath(out, placeOf(path))]));
  const [head = ''] = name.split('.');
  const { exported } = ofFunction;
  const written: Written = {
    ...options,
    ofFunction,
    parts,
    title: serviceName(out),
    isInDefault: head !== 'default' && !exported.includes(head) && exported.includes('default'),
    from: importPath(join(out, 'src'), placeOf(file)),
    fromHere: importPath(out, placeOf(file)),
    linked: fromFolder(ofFunction.linked),
    data: fromFolder(ofFunction.data),
    project: isCopied ? out : commonFolder([ofFunction.project, ...ofFunction.files, out]),
  };
  const files: Record<string, string | Uint8Array> = {
    ...parts.files,
    ...Object.fromEntries([...copies].map(([path, text]) => [join('own', path), text])),
    ...(language === 'ts' && { 'tsconfig.json': TSCONFIG }),
    LICENSE: await licenseOf(top),
    '.gitignore': 'node_modules\ndist\n',
    ...(into
      ? { ...intoFiles({ ...written, framework: into }), ...sampleOf(cases) }
      : { ...caseFiles(cases), ...serviceFiles(written) }),
  };
  return new Map(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const serviceFiles = (written: Written): Record<string, string> => ({
  [`src/task.${written.language}`]: taskFile(written),
  'openapi.json': openApiFile(written),
  'package.json': packageJson(written),
  Dockerfile: dockerfile(written),
  'Dockerfile.dockerignore': dockerignore,
  ...(written.strategy === 'queue' && { 'compose.yml': composeFile(written) }),
  ...(written.forKubernetes && kubernetesFiles(written)),
  'README.md': readme(written),
});

/** Writes the body for the tests of a strategy in an app. */
function sampleOf([first]: readonly Case[]): Record<string, Uint8Array> {
  return first?.body ? { [`test/sample${extname(first.name) || '.bin'}`]: first.body } : {};
}

/** Writes the path of a file as a module imports it. */
function importPath(from: string, file: string): string {
  const path = relative(from, file).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Finds the deepest folder that contains all paths. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => resolve(path));
  for (let folder = first; ; folder = dirname(folder))
    if (others.every((path) => path === folder || path.startsWith(folder === sep ? sep : folder + sep)))
      return folder;
}

const baseOf = ({ project, files }: FunctionFiles): string => commonFolder([project, ...files]);

/** Reads the function's own files, its data and their tsconfig.json files, by their paths in the project. */
async function copiesOf(ofFunction: FunctionFiles): Promise<Map<string, string | Uint8Array>> {
  const base = baseOf(ofFunction);
  const paths = new Set([...ofFunction.files, ...Object.values(ofFunction.data)]);
  for (const file of ofFunction.files)
    for (let folder = dirname(file); folder.startsWith(base); folder = dirname(folder)) {
      let config = join(folder, 'tsconfig.json');
      if (!existsSync(config)) continue;
      for (let parent: string | undefined; existsSync(config) && config.startsWith(base); config = parent) {
        paths.add(config);
        parent = /"extends"\s*:\s*"(\.[^"]+)"/.exec(await readFile(config, 'utf8'))?.[1];
        if (parent === undefined) break;
        parent = resolve(dirname(config), extname(parent) === '.json' ? parent : `${parent}.json`);
      }
      break;
    }
  const contents = [...paths].map(async (path) => [relative(base, path), await readFile(path)] as const);
  // A file without the type of its package would have that of the service.
  const types = ofFunction.files.map(async (path) => {
    const folder = projectOf(path);
    const manifest = join(folder, 'package.json');
    const { type } = existsSync(manifest) ? JSON.parse(await readFile(manifest, 'utf8')) : {};
    const place = folder.startsWith(base) ? relative(base, folder) : '';
    return [join(place, 'package.json'), `${JSON.stringify({ private: true, type })}\n`] as const;
  });
  return new Map<string, string | Uint8Array>(await Promise.all([...types, ...contents]));
}

const licenseOf = async (top: string): Promise<string> => {
  const text = await readFile(join(top, 'LICENSE'), 'utf8');
  return `This licence covers src/ and test/ without src/task.* and test/cases*, and build.js and dev.js:\n\n${text}`;
};

const TSCONFIG = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'esnext',
      module: 'preserve',
      lib: ['esnext'],
      types: ['node'],
      strict: true,
      // The function's files, and the packages that they import, may have no types, or other rules.
      noImplicitAny: false,
      allowJs: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src', 'test'],
  },
  null,
  2,
)}\n`;
