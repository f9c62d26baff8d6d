import { basename } from 'node:path';
import { type Language, type Parts, STRATEGIES, type Strategy } from './parts/contract.ts';

/** The oldest tested Node.js. Tests in TypeScript need one that strips types by itself. */
export const OLDEST_NODE: Readonly<Record<Language, string>> = { ts: '22.18.0', js: '22.1.0' };

export type ManifestOptions = Parts & {
  readonly strategy: Strategy;
  readonly language: Language;
  readonly out: string;
  /** The paths of linked packages' modules from the folder, by the names of their imports. */
  readonly linked: Readonly<Record<string, string>>;
  /** The paths of the function's data from the folder, by their names in dist/. */
  readonly data: Readonly<Record<string, string>>;
};

/** Writes what build.js needs to know of the function: the paths of linked modules and of data, if there are any. */
export const fieldsForBuild = ({ linked, data }: Pick<ManifestOptions, 'linked' | 'data'>) => ({
  ...(Object.keys(linked).length > 0 && { linked }),
  ...(Object.keys(data).length > 0 && { data }),
});

/** Writes `package.json`: scripts, dependencies, and the manifest for measurements and tests. */
export function packageJson({ strategy, language, out, linked, data, ...parts }: ManifestOptions): string {
  const { dependencies, devDependencies, contestant } = parts;
  const name = serviceName(out);
  // A service has no variants, and its task does not fail on demand.
  const {
    variants: _variants,
    family: _family,
    order: _order,
    runtimes: _runtimes,
    faults,
    ...manifest
  } = contestant;
  return `${JSON.stringify(
    {
      name,
      private: true,
      version: '0.1.0',
      type: 'module',
      engines: { node: `>=${OLDEST_NODE[language]}` },
      scripts: {
        build: 'node build.js',
        prestart: 'npm run build',
        start: 'node dist/main.js',
        ...(strategy === 'queue' && { worker: 'node dist/worker.js' }),
        dev: 'node dev.js',
        pretest: 'npm run build',
        test: testScript(language),
        ...(language === 'ts' && { typecheck: 'tsc' }),
      },
      contestant: {
        ...manifest,
        id: name,
        title: `${name}, ${manifest.title}`,
        command: ['node', 'dist/main.js'],
        peerOf: strategy,
        scaffolded: true,
        faults: (faults as readonly string[]).filter((fault) => fault !== 'poison'),
      },
      ...fieldsForBuild({ linked, data }),
      dependencies,
      devDependencies,
    },
    null,
    2,
  )}\n`;
}

/** The tests end though the function's module may keep a timer. */
export const testScript = (language: Language): string =>
  `node --test --test-force-exit --test-timeout=120000 "test/*.test.${language}"`;

/** Derives a name that npm and a manifest accept, and that is no strategy. */
export function serviceName(out: string): string {
  const name = basename(out)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' || STRATEGIES.some((one) => one === name) ? `${name || 'my'}-service` : name;
}
