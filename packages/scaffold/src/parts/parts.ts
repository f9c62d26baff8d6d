import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Language, Parts, Strategy } from './contract.ts';

/** Where the package for npx has them: without the sources' types, which they are made from. */
export const partsFile = (strategy: Strategy, language: Language): string =>
  `packages/scaffold/parts/${strategy}.${language}.json`;

/** @param top the folder of `packages/` */
export async function partsOf(top: string, strategy: Strategy, language: Language): Promise<Parts> {
  const made = join(top, partsFile(strategy, language));
  if (existsSync(made)) return JSON.parse(await readFile(made, 'utf8'));
  return (await import('./from-sources.ts')).partsFromSources(top, strategy, language);
}
