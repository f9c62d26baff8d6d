import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Form, Language, Parts, Strategy } from './contract.ts';

/** Names the file of the built parts in the package for npx, which has no sources in TypeScript to build them from. */
export const partsFile = (strategy: Strategy, language: Language, form: Form): string =>
  `packages/scaffold/parts/${form}-${strategy}.${language}.json`;

/** Reads the built parts, or builds them from a clone's sources. @param top the folder of `packages/` */
export async function partsOf(
  top: string,
  strategy: Strategy,
  language: Language,
  form: Form = 'service',
): Promise<Parts> {
  const built = join(top, partsFile(strategy, language, form));
  if (existsSync(built)) return JSON.parse(await readFile(built, 'utf8'));
  return (await import('./from-sources.ts')).partsFromSources(top, strategy, language, form);
}
