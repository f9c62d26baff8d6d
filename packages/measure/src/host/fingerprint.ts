import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** These packages write pages or are tools; their sources change no measurement. */
const PROSE = [
  'packages/report/**',
  'packages/questions/src/*/{section,charts}.ts',
  'packages/lab/**',
  'packages/conformance/**',
];

/**
 * SHA-256 over the sources of all packages that take part in measuring, the peers too, and the lockfile; names
 * included, in their order. A run is gone on with only by the code that began it.
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
