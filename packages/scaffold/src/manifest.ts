import { basename, relative } from 'node:path';
import type { OwnFunction } from './own-function.ts';
import { type Language, type Parts, STRATEGIES, type Strategy } from './parts/contract.ts';

/** The oldest tested Node.js. Tests in TypeScript need one that strips types by itself. */
export const OLDEST_NODE: Readonly<Record<Language, string>> = { ts: '22.18.0', js: '22.1.0' };

export type ManifestOptions = Parts & {
  readonly strategy: Strategy;
  readonly language: Language;
  readonly out: string;
  readonly own: OwnFunction;
};

/** Writes `package.json`: scripts, dependencies, and the manifest for measurements and tests. */
export function packageJson({ strategy, language, out, own, ...parts }: ManifestOptions): string {
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
      dependencies: dependenciesOf(dependencies, own, out),
      devDependencies,
    },
    null,
    2,
  )}\n`;
}

/** The tests end though the function's module may keep a timer. */
export const testScript = (language: Language): string =>
  `node --test --test-force-exit --test-timeout=120000 "test/*.test.${language}"`;

/** Merges the packages of the sources and of the function. */
export function dependenciesOf(
  dependencies: Parts['dependencies'],
  own: OwnFunction,
  out: string,
): Record<string, string> {
  const ofFunction = Object.entries(own.dependencies).map(([name, version]) => [
    name,
    version.replace(/^file:(.*)/, (_, path: string) => `file:${relative(out, path)}`),
  ]);
  return Object.fromEntries([...Object.entries(dependencies), ...ofFunction].sort());
}

/** Derives a name that npm and a manifest accept, and that is no strategy. */
export function serviceName(out: string): string {
  const name = basename(out)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' || STRATEGIES.some((one) => one === name) ? `${name || 'my'}-service` : name;
}
