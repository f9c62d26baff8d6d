import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isBuiltIn } from '../built-in.ts';
import { rotationOf, type Workload } from '../contract.ts';
import { fileOf } from './specifier.ts';

/**
 * Computes the SHA-256 of the user's own files, without packages, and of the bodies that their queries send; undefined
 * for a built-in workload.
 */
export async function ownSources(specifier: string, workload: Workload): Promise<string | undefined> {
  if (isBuiltIn(specifier)) return undefined;
  const file = resolve(fileOf(specifier));
  const { bundle } = await import('./bundle.ts');
  // Node.js may load a file that esbuild cannot bundle.
  const hash = createHash('sha256').update(await bundle(file).catch(() => readFile(file)));
  for (const query of [workload.headline, ...workload.sizes.map((size) => size.query)])
    for (const sent of rotationOf(workload, query)) {
      const body = workload.bodyFor?.(sent);
      if (body) hash.update(`\0${new URLSearchParams(sent)}\0`).update(body);
    }
  return hash.digest('hex');
}
