import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Form, type Language, type Parts, SPECIFIER, type Strategy } from './contract.ts';
import { formatted, withoutTypes } from './formatted.ts';
import { kubernetesOf } from './kubernetes.ts';

const OURS = '@cpu-bound/';
/** The entry of the package of workloads, which a service replaces by its own. */
const WORKLOADS = `${OURS}workload`;
const TEMPLATES = 'packages/scaffold/templates';

type Package = {
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly contestant?: Readonly<Record<string, unknown>>;
};

type Read = (file: string) => Promise<string>;
type Template = readonly [place: string, text: string];

/** Reads the parts of a service, or of a strategy alone, from the measured sources. @param top the top folder of a clone */
export async function partsFromSources(
  top: string,
  strategy: Strategy,
  language: Language,
  form: Form,
): Promise<Parts> {
  const read: Read = (file) => readFile(join(top, file), 'utf8');
  const packageIn = async (folder: string): Promise<Package> =>
    JSON.parse(await read(`${folder}/package.json`));
  const ofStrategy = await packageIn(`packages/${strategy}`);
  const service = await packageIn('packages/service');
  const templates = await Promise.all(
    templatesOf(top, strategy, form).map(async ([place, template]) => [place, await read(template)] as const),
  );
  const { files, imported, add, addImportsOf } = createCollection(
    strategy,
    service,
    read,
    new Map(templates),
  );
  // A service has what its programs lead to: variants have programs of their own.
  if (form === 'service')
    for (const file of globSync(`packages/${strategy}/src/{main,worker}.ts`, { cwd: top })) await add(file);
  for (const template of templates) await addImportsOf(template);
  for (const name of ['served', 'own/call']) await add(`packages/workload/src/${name}.ts`);
  const root = await packageIn('.');
  const workload = await packageIn('packages/workload');
  const ours = await packageIn('packages/scaffold');
  const frameworks = form === 'into' ? ['express', 'fastify'] : [];
  const types = language === 'ts' ? ['@types/express', '@types/node', 'typescript'] : [];
  return {
    files: await formatted(language === 'js' ? await inJavaScript(files) : Object.fromEntries(files)),
    dependencies: versionsOf(imported, { ...service.dependencies, ...ofStrategy.dependencies }),
    devDependencies: versionsOf([...frameworks, ...types, 'esbuild'], {
      ...root.devDependencies,
      ...service.dependencies,
      ...service.devDependencies,
      ...workload.dependencies,
      ...ours.devDependencies,
    }),
    contestant: ofStrategy.contestant ?? {},
    kubernetes: await kubernetesOf(top, strategy),
  };
}

/**
 * Creates a collection of files by their places in the folder, and of the packages that they import.
 *
 * @param templates the first files, which stand for sources of the same places
 */
function createCollection(
  strategy: Strategy,
  service: Package,
  read: Read,
  templates: ReadonlyMap<string, string>,
) {
  const imported = new Set<string>();
  const files = new Map(templates);

  /** Adds a file and those that it imports, each with the imports that it has in the folder. */
  async function add(file: string): Promise<void> {
    const place = placeOf(file, strategy);
    if (files.has(place)) return;
    const text = await read(file);
    files.set(place, text);
    const targets = new Map<string, string>();
    for (const [specifier] of text.matchAll(SPECIFIER)) {
      const target = targetOf(specifier, file, service);
      if (target !== undefined) {
        targets.set(specifier, asImported(relative(dirname(place), placeOf(target, strategy))));
        await add(target);
      } else if (!specifier.startsWith('node:')) imported.add(specifier);
    }
    files.set(
      place,
      text.replace(SPECIFIER, (specifier) => targets.get(specifier) ?? specifier),
    );
  }
  /** Adds the files and the packages that a template imports. It names files by their places. */
  async function addImportsOf([place, text]: Template): Promise<void> {
    if (!place.startsWith('src/')) return;
    for (const [specifier] of text.matchAll(SPECIFIER)) {
      const target = join(dirname(place), specifier).replace(/\.js$/, '.ts');
      if (!specifier.startsWith('.')) {
        if (!specifier.startsWith('node:')) imported.add(specifier);
      } else if (!OF_FUNCTION.has(target)) await add(originOf(target, strategy));
    }
  }
  return { files, imported, add, addImportsOf };
}

/** The places of the files that depend on the function. */
const OF_FUNCTION: ReadonlySet<string> = new Set(['src/task.ts', 'index.d.ts', 'openapi.json']);

const WORKLOAD_INDEX = 'packages/workload/src/index.ts';

/** Resolves a specifier to one of our files; undefined for an external package. */
function targetOf(specifier: string, file: string, service: Package): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  if (specifier === WORKLOADS) return WORKLOAD_INDEX;
  if (specifier === `${WORKLOADS}/defined`) return 'packages/workload/src/defined.ts';
  if (!specifier.startsWith(OURS)) return undefined;
  const target = service.exports?.[specifier.replace(`${OURS}service`, '.')];
  if (target === undefined) throw new Error(`${file}: ${specifier} has no place in a scaffolded service`);
  return join('packages/service', target);
}

/** Lists the beginnings of the paths of our files, and of their places in a service. */
const placesFor = (strategy: Strategy) => [
  ['packages/workload/src/own/call', 'src/workload/call'],
  ['packages/workload/src/', 'src/workload/'],
  ['packages/service/src/', 'src/service/'],
  [`packages/${strategy}/src/`, 'src/'],
];

function placeOf(file: string, strategy: Strategy): string {
  const [from = '', to = ''] = placesFor(strategy).find(([start = '']) => file.startsWith(start)) ?? [];
  return to + file.slice(from.length);
}

function originOf(place: string, strategy: Strategy): string {
  const [to = '', from = ''] = placesFor(strategy).find(([, start = '']) => place.startsWith(start)) ?? [];
  return to + place.slice(from.length);
}

const asBuilt = (name: string): string => name.replace(/\.ts$/, '.js');
/** Writes a path as an import, with the extension of the built file. */
const asImported = (path: string): string => asBuilt(path.startsWith('.') ? path : `./${path}`);

function templatesOf(
  top: string,
  strategy: Strategy,
  form: Form,
): (readonly [place: string, template: string])[] {
  const kinds = TESTS[form][strategy].map((name) => `test/${name}.test.ts`);
  const folders = form === 'into' ? ['shared', 'into/all', `into/${strategy}`] : ['shared', 'service'];
  return folders.flatMap((folder) =>
    globSync('**/*.[jt]s', { cwd: join(top, TEMPLATES, folder) })
      .filter((name) => !name.endsWith('.test.ts') || kinds.includes(name))
      .sort()
      .map((name) => [name, `${TEMPLATES}/${folder}/${name}`] as const),
  );
}

const TESTS: Readonly<Record<Form, Readonly<Record<Strategy, readonly string[]>>>> = {
  service: {
    single: ['service', 'deadline'],
    cluster: ['service', 'endless-fork'],
    threads: ['service', 'endless-task'],
    queue: ['service', 'endless-task', 'jobs'],
  },
  into: {
    single: ['mounted'],
    cluster: ['mounted', 'endless-fork'],
    threads: ['mounted', 'endless-task'],
    queue: ['mounted', 'endless-task'],
  },
};

async function inJavaScript(files: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const converted: Record<string, string> = {};
  for (const [name, text] of files) {
    const code = name.endsWith('.ts') ? await withoutTypes(text) : text;
    // Tests import the sources of other tests, which are not built.
    if (code !== '') converted[asBuilt(name)] = code.replace(SPECIFIER, asBuilt);
  }
  return converted;
}

/** Finds the versions of packages. @throws Error for an imported package that the sources do not install */
function versionsOf(
  names: Iterable<string>,
  available: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const version = available[name];
      if (version === undefined) throw new Error(`${name}: no package of the sources has a version of it`);
      return [name, version];
    }),
  );
}
