import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Formats files with the formatter of a clone, which also sorts their imports. */
export async function formatted(
  files: Readonly<Record<string, string>>,
  top: string,
): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'scaffold-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const biome = join(top, 'node_modules/.bin/biome');
    await promisify(execFile)(biome, ['check', '--write', `--config-path=${top}`, folder]);
    const texts = Object.keys(files).map(
      async (name) => [name, await readFile(join(folder, name), 'utf8')] as const,
    );
    return Object.fromEntries(await Promise.all(texts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
