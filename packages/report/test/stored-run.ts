import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { questions } from '@cpu-bound/questions/questions';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { renewed } from '@cpu-bound/study/question';

/** Recorded runs without their decisions, which follow from the findings by today's rules. */
export const RUNS = join(import.meta.dirname, 'runs');

export const storedNames = readdirSync(RUNS)
  .filter((file) => file.endsWith('.json.gz'))
  .map((file) => file.replace('.json.gz', ''));

export async function storedRun(name: string): Promise<Analysis> {
  const text = gunzipSync(await readFile(join(RUNS, `${name}.json.gz`))).toString();
  return decide(renewed(JSON.parse(text), questions), questions);
}
