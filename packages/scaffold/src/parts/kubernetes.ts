import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Strategy } from './contract.ts';

const BASE = 'deploy/kubernetes/base';

/**
 * Reads the strategy's part of the manifests that the project deploys.
 *
 * @param top of a clone
 */
export async function kubernetesOf(top: string, strategy: Strategy): Promise<Record<string, string>> {
  const read = (file: string) => readFile(join(top, BASE, file), 'utf8');
  const folders = strategy === 'queue' ? ['queue', 'queue-worker', 'redis'] : [strategy];
  const isItsOwn = (resource: string) => folders.includes(resource.split('/')[0] ?? '');
  const kustomization = await read('kustomization.yaml');
  const resources = [...kustomization.matchAll(/^ {2}- (\S+\.yaml)$/gm)].flatMap(([, path = '']) =>
    isItsOwn(path) ? [path] : [],
  );
  const files = resources.map(async (path) => [path, await read(path)] as const);
  return {
    // The comment is about all strategies. The caller of kubectl chooses the namespace.
    'kustomization.yaml': kustomization
      .replace(/^#.*\n/, '')
      .replace(/^namespace: .*\n/m, '')
      .replaceAll(/^ {2}- (\S+\.yaml)\n/gm, (line, path) => (isItsOwn(path) ? line : '')),
    // A scaffolded service reads the variable WORKLOAD in tests alone.
    'service.env': (await read('service.env')).replace(/^#.*\nWORKLOAD=.*\n/, ''),
    ...Object.fromEntries(await Promise.all(files)),
  };
}
