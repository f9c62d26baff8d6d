import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PublishedStudy, parseStudy } from './study.ts';

/**
 * Reads the studies of a folder, by their names; none if the folder does not exist.
 *
 * @throws BenchError for a wrong file
 */
export async function readStudies(folder: string): Promise<PublishedStudy[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(files.map(async (name) => parseStudy(name, await readFile(join(folder, name), 'utf8'))));
}
