import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** SHA-256 over the sources of all packages and the lockfile, names included, in the order of their names. */
export async function fingerprint(root: string): Promise<string> {
  const files = [
    'pnpm-lock.yaml',
    ...(await Array.fromAsync(glob('packages/*/{package.json,src/**/*.ts}', { cwd: root }))),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = await readFile(join(root, file)).catch(() => '');
    hash
      .update(`${file.replaceAll('\\', '/')}\0`)
      .update(content)
      .update('\0');
  }
  return hash.digest('hex');
}
