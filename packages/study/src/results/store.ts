import { readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError, isOutOf } from '@cpu-bound/measure/model/errors';
import writeFileAtomic from 'write-file-atomic';
import type { Dimensions, Line, TrialResult } from '../model/results.ts';
import type { Manifest, Run } from '../model/run.ts';

/** The folder is no result of a run, or cannot be written to; the message names what is missing. */
export class ResultsError extends BenchError {
  override readonly name = 'ResultsError';
  constructor(problem: string) {
    super('RESULTS', [problem]);
  }
}

/** The schema versions of the files of a run, and of an analysis. */
/**
 * The versions that are read; the last one is written. Findings of versions 7 and 8 are made anew where they differ, and a
 * decision always is.
 */
const SCHEMA: Readonly<Record<'run' | 'analysis', readonly number[]>> = { run: [3], analysis: [7, 8, 9] };

/** The files of a run's folder. */
export const layout = {
  manifest: 'manifest.json',
  dimensions: 'dimensions.json',
  trials: 'trials.ndjson',
  samples: 'samples',
  analysis: 'analysis.json',
  report: 'REPORT.md',
  html: 'index.html',
  charts: 'charts',
} as const;

export type Store = {
  readonly folder: string;
  /** Appends a line: each measurement is on disk before the next block begins. */
  append(line: Line): Promise<void>;
  /** Stores the samples of a window; returns the name by which they are read. */
  keepSamples(name: string, samples: Float32Array): Promise<string>;
  keepDimensions(dimensions: Dimensions): Promise<void>;
};

/**
 * Creates a run's folder with its manifest.
 *
 * @throws ResultsError if that fails
 */
export async function createStore(folder: string, manifest: Manifest): Promise<Store> {
  try {
    await mkdir(join(folder, layout.samples), { recursive: true });
    await writeJson(join(folder, layout.manifest), manifest);
  } catch (error) {
    if (isOutOf(error)) throw error;
    throw new ResultsError(
      `${folder} cannot be written (${(error as Error).message}): name another with --out`,
    );
  }
  return storeIn(folder);
}

/** Opens a run's folder to continue the run. It first removes what a crash or an interruption left incomplete. */
export async function reopenStore(folder: string): Promise<Store> {
  const { results } = await readRun(folder);
  const complete = results.flatMap(({ blocks, end }) => (end ? [...blocks, end] : []));
  await writeFileAtomic(
    join(folder, layout.trials),
    complete.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  return storeIn(folder);
}

function storeIn(folder: string): Store {
  return {
    folder,
    append: (line) => appendFile(join(folder, layout.trials), `${JSON.stringify(line)}\n`),
    async keepSamples(name, samples) {
      const file = `${name.replaceAll('/', '.')}.f32`;
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      await writeFile(join(folder, layout.samples, file), bytes);
      return file;
    },
    keepDimensions: (dimensions) => writeJson(join(folder, layout.dimensions), dimensions),
  };
}

const writeJson = (file: string, value: unknown) =>
  writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`);

const remedies = {
  run: 'Measure again, or use the version of the bench that measured it',
  analysis:
    'Analyse its run again with “npx -y pnpm@12 bench report FOLDER”, where FOLDER has the manifest.json of that run',
} as const;

/** The remedy for a file of a run or an analysis that cannot be parsed. */
export const NOT_JSON = 'restore the file, or remove the folder and measure again';

/** Tells whether this version of the bench can read the run. */
export const isOfThisVersion = ({ schemaVersion }: Manifest): boolean => SCHEMA.run.includes(schemaVersion);

/** @throws ResultsError for a run or an analysis that another version of the bench wrote */
export function assertSchema(
  where: string,
  what: keyof typeof SCHEMA,
  { schemaVersion = 0 }: { readonly schemaVersion?: number },
): void {
  if (SCHEMA[what].includes(schemaVersion)) return;
  throw new ResultsError(
    `${where}: another version of the bench wrote it (schema version ${schemaVersion || 'none'}; this one reads version ${SCHEMA[what].join(' or ')}). ${remedies[what]}.`,
  );
}

/**
 * Reads a run back, even one that was killed: an incomplete last line is left out.
 *
 * @throws ResultsError if the folder holds no run
 */
export async function readRun(folder: string): Promise<Run> {
  const manifest = await readManifest(folder);
  if (!manifest)
    throw new ResultsError(`${folder}: has no ${layout.manifest}; accepted: the folder of a run`);
  assertSchema(folder, 'run', manifest);
  const text = await readFile(join(folder, layout.trials), 'utf8').catch(() => '');
  const lines = text.split('\n').flatMap(parseLine);
  const finished = lines.find((line) => line.kind === 'finished');
  const results = trialsOf(lines);
  const measured = new Set(results.map(({ trial }) => trial));
  return {
    // Older plans have spare trials for the time that was left.
    manifest: { ...manifest, plan: manifest.plan.filter(({ id, filler }) => !filler || measured.has(id)) },
    results,
    dimensions: await readJson<Dimensions>(join(folder, layout.dimensions)),
    durationS: results.reduce((sum, { end }) => sum + (end?.tookS ?? 0), 0),
    interrupted: finished === undefined,
    notRun: finished?.notRun ?? [],
    shownS: finished?.shownS,
    samples: (file) => {
      const bytes = readFileSync(join(folder, layout.samples, file));
      return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    },
  };
}

/** Reads the manifest of a run. @returns undefined if the folder has none @throws ResultsError if it is not JSON */
export const readManifest = (folder: string): Promise<Manifest | undefined> =>
  readJson(join(folder, layout.manifest));

/** Groups the lines by trial, in the order in which the trials began. */
function trialsOf(lines: readonly Line[]): TrialResult[] {
  const ofTrials = lines.filter((line) => line.kind !== 'finished');
  return [...Map.groupBy(ofTrials, ({ trial }) => trial)].map(([trial, own]) => {
    const end = own.find((line) => line.kind === 'end');
    return { trial, blocks: own.filter((line) => line.kind === 'block'), end };
  });
}

function parseLine(line: string): Line[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ResultsError(`${file}: is not JSON; ${NOT_JSON}`);
  }
}
