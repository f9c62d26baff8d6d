import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Form, Language, Parts, Strategy } from './contract.ts';

/** Where the package for npx has them: without the sources' types, which they are made from. */
export const partsFile = (strategy: Strategy, language: Language, form: Form): string =>
  `packages/scaffold/parts/${form}-${strategy}.${language}.json`;

/** @param top the folder of `packages/` */
export async function partsOf(
  top: string,
  strategy: Strategy,
  language: Language,
  form: Form = 'service',
): Promise<Parts> {
  const made = join(top, partsFile(strategy, language, form));
  if (existsSync(made)) return JSON.parse(await readFile(made, 'utf8'));
  return (await import('./from-sources.ts')).partsFromSources(top, strategy, language, form);
}
