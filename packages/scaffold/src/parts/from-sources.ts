import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Form, Language, Parts, Strategy } from './contract.ts';
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

/** Reads the parts of a service, or of a strategy alone, from the measured sources. @param top the top folder of a clone */
export async function partsFromSources(
  top: string,
  strategy: Strategy,
  language: Language,
  form: Form,
): Promise<Parts> {
  const read = (file: string) => readFile(join(top, file), 'utf8');
  const packageIn = async (folder: string): Promise<Package> =>
    JSON.parse(await read(`${folder}/package.json`));
  const own = await packageIn(`packages/${strategy}`);
  const service = await packageIn('packages/service');
  const available = { ...service.dependencies, ...own.dependencies };
  const imported = new Set<string>();
  const files = new Map<string, string>();
  const origins = form === 'into' ? await exportedBy(service, read) : undefined;

  /** Adds a file and those that it imports, each with the imports that it has in the folder. */
  async function add(file: string): Promise<void> {
    const place = placeOf(file, strategy);
    if (files.has(place)) return;
    const source = await read(file);
    const text = origins ? fromOrigins(source, origins) : source;
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

  const templates = await Promise.all(
    templatesOf(top, strategy, form).map(async ([place, template]) => [place, await read(template)] as const),
  );
  if (form === 'service')
    for (const file of globSync(`packages/${strategy}/src/**/*.ts`, { cwd: top }).sort()) await add(file);
  else {
    // The strategy alone has the files that its template imports.
    const written = new Set(['src/task.ts', 'index.d.ts', ...templates.map(([place]) => place)]);
    for (const [place, text] of templates.filter(([name]) => name.startsWith('src/')))
      for (const [specifier] of text.matchAll(SPECIFIER)) {
        const led = join(dirname(place), specifier).replace(/(?<!\.d)\.js$/, '.ts');
        if (!specifier.startsWith('.')) specifier.startsWith('node:') || imported.add(specifier);
        else if (!written.has(led)) await add(originOf(led, strategy));
      }
  }
  for (const name of ['served', 'one-workload', 'own/call']) await add(`packages/workload/src/${name}.ts`);
  for (const [place, text] of templates) files.set(place, text);
  const root = await packageIn('.');
  const workload = await packageIn('packages/workload');
  const ours = await packageIn('packages/scaffold');
  const frameworks = form === 'into' ? ['express', 'fastify'] : [];
  const types = language === 'ts' ? ['@types/express', '@types/node'] : [];
  return {
    files: await formatted(language === 'js' ? await inJavaScript(files) : Object.fromEntries(files), top),
    dependencies: versionsOf(imported, available),
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

const WORKLOAD_INDEX = 'packages/workload/src/index.ts';
/** An entry of \`service\`, and the file in it that has an export. */
const ENTRY = /\bexport (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g;
const FROM_SERVICE = new RegExp(`^import (type )?\\{([^}]*)\\} from '${OURS}service(?:/worker)?';`, 'gm');

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
const bare = (name: string): string => name.replace(/^type /, '');

/** The file of \`service\` that has each of what its entries export. */
async function exportedBy(
  service: Package,
  read: (file: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
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

/** Imports from the files themselves: the entry of \`service\` would bring all of it along. */
const fromOrigins = (text: string, origins: ReadonlyMap<string, string>): string =>
  text.replace(FROM_SERVICE, (_, ofTypes: string | undefined, list: string) =>
    [...Map.groupBy(namesIn(list), (name) => origins.get(bare(name)))]
      .map(([file, names]) => {
        const areTypes = ofTypes || names.every((name) => name !== bare(name));
        const shown = areTypes ? `type { ${names.map(bare).join(', ')} }` : `{ ${names.join(', ')} }`;
        return `import ${shown} from '${OURS}service/src/${file}';`;
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

/** The path of one of our files in a service. */
function placeOf(file: string, strategy: Strategy): string {
  const [, name = '', path = ''] = /^packages\/([^/]+)\/src\/(.*)$/.exec(file) ?? [];
  if (name === strategy) return `src/${path}`;
  return `src/${name}/${path.replace('own/', '')}`;
}

/** Finds our file with this path in a service. */
function originOf(place: string, strategy: Strategy): string {
  const [, owner = strategy, path = ''] = /^src\/(?:(service|workload)\/)?(.*)$/.exec(place) ?? [];
  return `packages/${owner}/src/${owner === 'workload' && path === 'call.ts' ? 'own/call.ts' : path}`;
}

/** Replaces the extension by that of the built file. */
const asBuilt = (name: string): string => name.replace(/\.ts$/, '.js');
/** Writes a path as an import, with the extension of the built file. */
const asImported = (path: string): string => asBuilt(path.startsWith('.') ? path : `./${path}`);

/** The templates by their places in the folder: tests are those of its strategy. */
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

/** The tests of each strategy: of long tasks, and of its own features. */
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
