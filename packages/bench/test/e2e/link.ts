import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const owners = ['.', 'examples/own-project', ...globSync('packages/{*,peers/*}', { cwd: root })];

/** Links packages as the workspace has them installed, in place of `npm install`. */
export async function link(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const owner =
      owners.find((one) => existsSync(join(root, one, 'node_modules', name))) ?? assert.fail(name);
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(await realpath(join(root, owner, 'node_modules', name)), place);
  }
}
