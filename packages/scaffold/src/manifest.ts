import { basename } from 'node:path';
import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import type { Written } from './options.ts';
import { STRATEGIES } from './parts/contract.ts';

/** The fields by which the manifests of a service and of a strategy alone differ. */
type OwnFields = {
  /** The fields before the scripts. */
  readonly before?: object;
  /** The scripts beside those that build, test and check types. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The fields after the scripts. */
  readonly after?: object;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

/** Writes `package.json`. build.js reads the paths of linked modules and of data from it, if there are any. */
export function manifestOf(
  { strategy, language, title, linked, data, parts }: Written,
  { before, scripts, after, devDependencies = parts.devDependencies }: OwnFields,
): string {
  const manifest = {
    name: title,
    private: true,
    version: '0.1.0',
    type: 'module',
    engines: { node: `>=${OLDEST_NODE}` },
    ...before,
    scripts: {
      build: 'node build.js',
      ...scripts,
      ...(strategy === 'queue' && { worker: 'node dist/worker.js' }),
      pretest: 'npm run build',
      // A timer of the function's module must not keep the tests alive.
      test: `node --test --test-force-exit --test-timeout=120000 "test/*.test.${language}"`,
      ...(language === 'ts' && { typecheck: 'tsc' }),
    },
    ...after,
    ...(Object.keys(linked).length > 0 && { linked }),
    ...(Object.keys(data).length > 0 && { data }),
    dependencies: parts.dependencies,
    devDependencies,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Writes the `package.json` of a service, with the manifest for measurements. */
export function packageJson(written: Written): string {
  const { title: name, strategy, parts } = written;
  // A service has no variants, and its task does not fail on demand.
  const {
    variants: _variants,
    family: _family,
    order: _order,
    runtimes: _runtimes,
    faults,
    ...manifest
  } = parts.contestant;
  return manifestOf(written, {
    scripts: { prestart: 'npm run build', start: 'node dist/main.js', dev: 'node dev.js' },
    after: {
      contestant: {
        ...manifest,
        id: name,
        title: `${name}, ${manifest.title}`,
        command: ['node', 'dist/main.js'],
        peerOf: strategy,
        scaffolded: true,
        faults: (faults as readonly string[]).filter((fault) => fault !== 'poison'),
      },
    },
  });
}

/** Derives a name that npm and a manifest accept, and that is no strategy. */
export function serviceName(out: string): string {
  const name = basename(out)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' || STRATEGIES.some((strategy) => strategy === name) ? `${name || 'my'}-service` : name;
}
