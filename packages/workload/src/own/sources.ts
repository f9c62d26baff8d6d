import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isBuiltIn } from '../built-in.ts';
import { rotationOf, type Workload } from '../contract.ts';
import { argumentsIn, fileOf, functionIn } from './specifier.ts';

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
  const { args } = functionIn(specifier) ?? {};
  if (args !== undefined) hash.update(`\0args\0`).update(argumentsIn(args, dirname(file)));
  return hash.digest('hex');
}
