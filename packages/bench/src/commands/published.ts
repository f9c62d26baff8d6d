import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, type } from 'node:os';
import { join } from 'node:path';
import { comparisons } from '@cpu-bound/lab/published/comparisons';
import { findTools } from '@cpu-bound/lab/published/found-tools';
import { publishedPage } from '@cpu-bound/lab/published/page';
import { repeatComparison } from '@cpu-bound/lab/published/repeat';
import { readRepetition, storeRepetition, type ToolRun } from '@cpu-bound/lab/published/stored';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { gitCommit } from '@cpu-bound/measure/host/environment';
import { QUOTING } from '@cpu-bound/report/write';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Analysis } from '@cpu-bound/study/model';
import writeFileAtomic from 'write-file-atomic';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

export type PublishedFlags = {
  readonly only?: string;
  readonly page?: boolean;
};

/** The folder of the tools' output, below the repository. */
export const STORED = 'docs/published';

/** `bench published` repeats the published comparisons by their own tools, and writes docs/published.md. */
export async function publishedCommand({ only, page }: PublishedFlags, surface: Surface): Promise<string> {
  const ids = comparisons.map(({ id }) => id);
  const chosen = only?.split(',') ?? ids;
  const unknown = chosen.filter((id) => !ids.includes(id));
  if (unknown.length > 0)
    throw new UsageError([`--only ${unknown.join(',')}: unknown; accepted: ${ids.join(', ')}`]);
  if (!page) await repeat(chosen, surface);
  const study = await readFile(join(surface.root, QUOTING.study), 'utf8');
  return writePublishedPage(JSON.parse(study), surface.root);
}

export async function writePublishedPage(analysis: Analysis, root: string): Promise<string> {
  const file = join(root, 'docs/published.md');
  await writeFileAtomic(file, publishedPage(await readRepetition(join(root, STORED)), analysis));
  return file;
}

/** Runs the tools and stores their output in place of the earlier one. */
async function repeat(ids: readonly string[], surface: Surface): Promise<void> {
  const { signal, root, code } = surface;
  const chosen = comparisons.filter(({ id }) => ids.includes(id));
  const names = [...new Set(chosen.flatMap(({ calls }) => calls.map(({ tool }) => tool)))];
  const tools = await findTools(names, signal);
  if (tools.size === 0)
    throw new UsageError([`none of ${names.join(', ')} is installed; install one of them, or give --page`]);
  for (const name of names.filter((tool) => !tools.has(tool)))
    surface.print(`${name} is not installed: its comparison is left out`);
  const startedAt = new Date().toISOString();
  const contestants = await workspaceContestants(code);
  const runs: ToolRun[] = [];
  await withBench({ ...surface, purpose: { measures: 'bench published' } }, async () => {
    const context = { contestants, tools, cores: availableParallelism(), signal };
    for (const comparison of chosen) runs.push(...(await repeatComparison(comparison, context, surface)));
  });
  const versions = [...tools].map(([name, { version }]) => [name, version] as const);
  await storeRepetition(join(root, STORED), {
    startedAt,
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown CPU',
      cores: availableParallelism(),
      os: type(),
      node: process.versions.node,
    },
    gitCommit: await gitCommit(root),
    tools: Object.fromEntries(versions),
    runs,
  });
}
