import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Finds a program as a shell does; the folders of `more` are searched after those of the PATH. */
export async function onPath(name: string, more: readonly string[] = []): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== '');
  for (const folder of [...folders, ...more]) {
    const file = join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return file;
  }
  return undefined;
}
