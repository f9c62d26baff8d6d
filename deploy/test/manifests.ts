import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseEnv } from 'node:util';
import { spawnSync } from '@cpu-bound/workload/test/child-process';
import { parse, parseAllDocuments } from 'yaml';
import type { Manifest } from './shapes.ts';

export const KUBERNETES = join(import.meta.dirname, '../kubernetes');
/** This overlay includes the base, so it has every manifest. */
const OVERLAY = join(KUBERNETES, 'overlays/keda');

type Kustomization = {
  readonly resources: readonly string[];
  readonly configMapGenerator?: readonly { readonly name: string; readonly envs: readonly string[] }[];
};

/** Lists the files of a kustomization and of the folders that it includes. */
export function listedFiles(folder: string): string[] {
  const { resources, configMapGenerator = [] } = kustomizationOf(folder);
  const generatedFrom = configMapGenerator.flatMap(({ envs }) => envs);
  return [...resources, ...generatedFrom].flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listedFiles(path) : [path];
  });
}

export const allFiles = (): string[] =>
  readdirSync(KUBERNETES, { recursive: true, encoding: 'utf8' })
    .map((name) => join(KUBERNETES, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('kustomization.yaml'));

/** Reads the manifests without kustomize: ConfigMaps are generated, but no patch is applied. */
export function asWritten(folder = OVERLAY): Manifest[] {
  const { resources, configMapGenerator = [] } = kustomizationOf(folder);
  const generated = configMapGenerator.map(({ name, envs }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: Object.assign({}, ...envs.map((file) => parseEnv(readFileSync(join(folder, file), 'utf8')))),
  }));
  const read = resources.flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? asWritten(path) : documentsOf(readFileSync(path, 'utf8'));
  });
  return [...(generated as Manifest[]), ...read];
}

/** Renders the manifests by `kustomize` or `kubectl`; undefined if neither is on the PATH. */
export function rendered(overlay = OVERLAY): Manifest[] | undefined {
  for (const [program, ...args] of [
    ['kustomize', 'build'],
    ['kubectl', 'kustomize'],
  ] as const) {
    const { error, status, stdout, stderr } = spawnSync(program, [...args, overlay], { encoding: 'utf8' });
    if (error) continue;
    if (status !== 0) throw new Error(`${program} cannot render ${relative('.', overlay)}:\n${stderr}`);
    return documentsOf(stdout);
  }
}

/** Returns the manifests as written, and as rendered if this machine can render them. */
export function everyWay(): ReadonlyMap<string, readonly Manifest[]> {
  const byKustomize = rendered();
  return new Map([
    ['as written', asWritten()],
    ...(byKustomize ? [['as kustomize renders them', byKustomize] as const] : []),
  ]);
}

const documentsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });

function kustomizationOf(folder: string): Kustomization {
  const path = join(folder, 'kustomization.yaml');
  if (!existsSync(path)) throw new Error(`${relative('.', path)} is missing`);
  return parse(readFileSync(path, 'utf8'));
}
