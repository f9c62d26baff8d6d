import { delimiter, sep } from 'node:path';
import { run } from '../run.ts';

const ANSWER_WITHIN_MS = 20_000;

/** The PATH without the folders of projects, which have a Node.js of their own. */
const outsideOfProjects = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.split(sep).includes('node_modules'))
    .join(delimiter);

/** Finds the reader's own Node.js: its version, and its program behind a link or a version manager. */
export async function nodeOnPath(): Promise<
  { readonly version: string; readonly program: string } | undefined
> {
  const env = { ...process.env, NODE_OPTIONS: '', PATH: outsideOfProjects() };
  const asked = ['-p', 'JSON.stringify({ version: process.versions.node, program: process.execPath })'];
  try {
    return JSON.parse((await run('node', asked, { env, timeout: ANSWER_WITHIN_MS })).stdout);
  } catch {
    return undefined; // there is none, or it is no Node.js
  }
}
