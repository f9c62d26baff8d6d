import { FOLDER, ownFolder } from './folder.ts';
import { serveStripped } from './stripped.ts';

/**
 * Makes this process build the user's own TypeScript that it loads, once for all processes that it starts. They find it
 * by a variable of their environment.
 */
export async function buildOwn(): Promise<void> {
  if ((process.env[FOLDER] || (await ownFolder())) !== undefined) serveStripped();
}
