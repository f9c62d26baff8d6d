import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Language, Parts, Strategy } from './contract.ts';
import { formatted } from './formatted.ts';
import { kubernetesOf } from './kubernetes.ts';
import { withoutTypes } from './without-types.ts';

/** Matches the specifiers that a formatted file imports or starts. */
const SPECIFIER = /(?<=\b(?:from|import|import\(|new URL\()\s?')[^']+(?=')/g;
/** The beginning of the names of our packages. */
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

/** Reads the parts of a service from the measured sources. @param top the top folder of a clone */
export async function partsFromSources(top: string, strategy: Strategy, language: Language): Promise<Parts> {
  const read = (file: string) => readFile(join(top, file), 'utf8');
  const packageIn = async (folder: string): Promise<Package> =>
    JSON.parse(await read(`${folder}/package.json`));
  const own = await packageIn(`packages/${strategy}`);
  const service = await packageIn('packages/service');
  const available = { ...service.dependencies, ...own.dependencies };
  const imported = new Set<string>();
  const files = new Map<string, string>();

  /** Adds a file and those that it imports, each with the imports that it has in the service. */
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
        if (target !== WORKLOAD_INDEX) await add(target);
      } else if (!specifier.startsWith('node:')) imported.add(specifier);
    }
    files.set(
      place,
      text.replace(SPECIFIER, (specifier) => targets.get(specifier) ?? specifier),
    );
  }

  for (const file of globSync(`packages/${strategy}/src/**/*.ts`, { cwd: top }).sort()) await add(file);
  for (const name of ['served', 'one-workload', 'own/call']) await add(`packages/workload/src/${name}.ts`);
  for (const name of await namesOfTemplates(top, strategy))
    files.set(name, await read(`${TEMPLATES}/${name}`));
  const root = await packageIn('.');
  const workload = await packageIn('packages/workload');
  return {
    files: await formatted(language === 'js' ? await inJavaScript(files) : Object.fromEntries(files), top),
    dependencies: versionsOf(imported, available),
    devDependencies: versionsOf(
      language === 'ts' ? ['@types/express', '@types/node', 'esbuild'] : ['esbuild'],
      {
        ...root.devDependencies,
        ...service.devDependencies,
        ...workload.dependencies,
      },
    ),
    contestant: own.contestant ?? {},
    kubernetes: await kubernetesOf(top, strategy),
  };
}

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

/** The path of one of our files in a service. */
function placeOf(file: string, strategy: Strategy): string {
  const [, name = '', path = ''] = /^packages\/([^/]+)\/src\/(.*)$/.exec(file) ?? [];
  if (name === strategy) return `src/${path}`;
  return `src/${name}/${path.replace('own/', '')}`;
}

/** Replaces the extension by that of the built file. */
const asBuilt = (name: string): string => name.replace(/\.ts$/, '.js');
/** Writes a path as an import, with the extension of the built file. */
const asImported = (path: string): string => asBuilt(path.startsWith('.') ? path : `./${path}`);

/** Lists the templates: those of all strategies, and the tests of this one. */
async function namesOfTemplates(top: string, strategy: Strategy): Promise<string[]> {
  const here = globSync(['*.js', 'src/**/*.ts', 'test/*.ts'], { cwd: join(top, TEMPLATES) });
  const kinds = TESTS[strategy].map((name) => `test/${name}.test.ts`);
  return here.filter((name) => !name.endsWith('.test.ts') || kinds.includes(name)).sort();
}

/** The tests of each strategy: of long tasks, and of its own features. */
const TESTS: Readonly<Record<Strategy, readonly string[]>> = {
  single: ['service', 'deadline'],
  cluster: ['service', 'endless-fork'],
  threads: ['service', 'endless-task'],
  queue: ['service', 'endless-task', 'jobs'],
};

async function inJavaScript(files: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [name, text] of files) {
    const code = name.endsWith('.ts') ? await withoutTypes(text) : text;
    // Tests import the sources of other tests, which are not built.
    if (code !== '') made[asBuilt(name)] = code.replace(SPECIFIER, asBuilt);
  }
  return made;
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
