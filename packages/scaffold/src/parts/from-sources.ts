import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Form, Language, Parts, Strategy } from './contract.ts';
import { formatted } from './formatted.ts';
import { kubernetesOf } from './kubernetes.ts';
import { SPECIFIER } from './specifiers.ts';
import { withoutTypes } from './without-types.ts';

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
  const own = await packageIn(`packages/${strategy}`);
  const service = await packageIn('packages/service');
  const origins = await exportedBy(service, read);
  const templates = await Promise.all(
    templatesOf(top, strategy, form).map(async ([place, template]) => [place, await read(template)] as const),
  );
  const { files, imported, add } = createCollection(strategy, service, read, origins, new Map(templates));
  // A service has what its programs lead to: variants have programs of their own.
  if (form === 'service')
    for (const file of globSync(`packages/${strategy}/src/{main,worker}.ts`, { cwd: top })) await add(file);
  else {
    const { packages, places } = importedBy(templates);
    for (const name of packages) imported.add(name);
    for (const place of places) await add(originOf(place, strategy));
  }
  for (const name of ['served', 'own/call']) await add(`packages/workload/src/${name}.ts`);
  const root = await packageIn('.');
  const workload = await packageIn('packages/workload');
  const ours = await packageIn('packages/scaffold');
  const frameworks = form === 'into' ? ['express', 'fastify'] : [];
  const types = language === 'ts' ? ['@types/express', '@types/node', 'typescript'] : [];
  return {
    files: await formatted(language === 'js' ? await inJavaScript(files) : Object.fromEntries(files)),
    dependencies: versionsOf(imported, { ...service.dependencies, ...own.dependencies }),
    devDependencies: versionsOf([...frameworks, ...types, 'esbuild'], {
      ...root.devDependencies,
      ...service.dependencies,
      ...service.devDependencies,
      ...workload.dependencies,
      ...ours.devDependencies,
    }),
    contestant: own.contestant ?? {},
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
  origins: ReadonlyMap<string, string>,
  templates: ReadonlyMap<string, string>,
) {
  const imported = new Set<string>();
  const files = new Map(templates);

  /** Adds a file and those that it imports, each with the imports that it has in the folder. */
  async function add(file: string): Promise<void> {
    const place = placeOf(file, strategy);
    if (files.has(place)) return;
    const text = fromOrigins(await read(file), origins);
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
  return { files, imported, add };
}

/** Finds the packages that the templates of a strategy alone import, and the places of the files that they import. */
function importedBy(templates: readonly Template[]): { packages: string[]; places: string[] } {
  const written = new Set(['src/task.ts', 'index.d.ts', ...templates.map(([place]) => place)]);
  const imports = templates
    .filter(([place]) => place.startsWith('src/'))
    .flatMap(([place, text]) => [...text.matchAll(SPECIFIER)].map(([specifier]) => ({ place, specifier })));
  const isOwn = ({ specifier }: { specifier: string }) => specifier.startsWith('.');
  return {
    packages: imports
      .filter((one) => !isOwn(one) && !one.specifier.startsWith('node:'))
      .map(({ specifier }) => specifier),
    places: imports
      .filter(isOwn)
      .map(({ place, specifier }) => join(dirname(place), specifier).replace(/(?<!\.d)\.js$/, '.ts'))
      .filter((place) => !written.has(place)),
  };
}

const WORKLOAD_INDEX = 'packages/workload/src/index.ts';
/** Matches the exports of an entry of `service`, and the file or the package that has them. */
const ENTRY = /\bexport (?:type )?\{([^}]*)\} from '([^']+)'/g;
const FROM_SERVICE = new RegExp(`^import (type )?\\{([^}]*)\\} from '${OURS}service(?:/worker)?';`, 'gm');

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
const bare = (name: string): string => name.replace(/^type /, '');

/** Finds the file of `service` that has each export of its entries. */
async function exportedBy(service: Package, read: Read): Promise<ReadonlyMap<string, string>> {
  const entries = ['.', './worker'].map((entry) => `packages/service/${service.exports?.[entry]}`);
  const texts = await Promise.all(entries.map(read));
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(ENTRY)].flatMap(([, names = '', file = '']) =>
        namesIn(names).map((name) => [bare(name), file] as const),
      ),
    ),
  );
}

/** Makes a text import from the files of `service` themselves: its entry would bring all of them along. */
const fromOrigins = (text: string, origins: ReadonlyMap<string, string>): string =>
  text.replace(FROM_SERVICE, (_, ofTypes: string | undefined, list: string) =>
    [...Map.groupBy(namesIn(list), (name) => origins.get(bare(name)))]
      .map(([file, names]) => {
        const areTypes = ofTypes || names.every((name) => name !== bare(name));
        const shown = areTypes ? `type { ${names.map(bare).join(', ')} }` : `{ ${names.join(', ')} }`;
        return `import ${shown} from '${file?.replace(/^\.\//, `${OURS}service/src/`)}';`;
      })
      .join('\n'),
  );

/** Resolves a specifier to one of our files; undefined for an external package. */
function targetOf(specifier: string, file: string, service: Package): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  if (specifier === WORKLOADS) return WORKLOAD_INDEX;
  if (specifier === `${WORKLOADS}/defined`) return 'packages/workload/src/defined.ts';
  if (!specifier.startsWith(OURS)) return undefined;
  if (specifier.startsWith(`${OURS}service/src/`)) return specifier.replace(OURS, 'packages/');
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

/** Finds the place of one of our files in a service. */
function placeOf(file: string, strategy: Strategy): string {
  const [from = '', to = ''] = placesFor(strategy).find(([start = '']) => file.startsWith(start)) ?? [];
  return to + file.slice(from.length);
}

/** Finds our file with this place in a service. */
function originOf(place: string, strategy: Strategy): string {
  const [to = '', from = ''] = placesFor(strategy).find(([, start = '']) => place.startsWith(start)) ?? [];
  return to + place.slice(from.length);
}

/** Replaces the extension by that of the built file. */
const asBuilt = (name: string): string => name.replace(/\.ts$/, '.js');
/** Writes a path as an import, with the extension of the built file. */
const asImported = (path: string): string => asBuilt(path.startsWith('.') ? path : `./${path}`);

/** Lists the templates of a strategy, with their places in the folder. */
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

/** The names of the tests of each strategy. */
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
