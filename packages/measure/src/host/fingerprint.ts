import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** These packages write pages or are tools; their sources change no measurement. */
const PROSE = [
  'packages/report/**',
  'packages/questions/src/page/**',
  'packages/lab/**',
  'packages/conformance/**',
];

/**
 * Computes the SHA-256 of the sources of all packages that take part in measuring, with the peers and the lockfile. It
 * covers the files' names, in their order. Only the code that began a run may continue it.
 */
export async function fingerprint(root: string): Promise<string> {
  const sources = glob('packages/{*,peers/*}/{package.json,src/**/*.{ts,js}}', { cwd: root, exclude: PROSE });
  const files = ['pnpm-lock.yaml', ...(await Array.fromAsync(sources))];
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
