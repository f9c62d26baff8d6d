import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { kubernetesFiles } from '../../packages/scaffold/src/kubernetes.ts';
import { kubernetesOf } from '../../packages/scaffold/src/parts/kubernetes.ts';
import type { Figures, Strategy } from '../../packages/scaffold/src/scaffold.ts';
import { asWritten } from './manifests.ts';
import type { Manifest } from './shapes.ts';

const top = join(import.meta.dirname, '../..');

/** Makes the manifests of a service that is scaffolded with the figures of a run, or without any. */
export async function scaffolded(
  strategy: Strategy,
  figures?: Figures,
  name = `${strategy}-service`,
): Promise<Manifest[]> {
  const kubernetes = await kubernetesOf(top, strategy);
  const folder = mkdtempSync(join(tmpdir(), 'scaffolded-'));
  try {
    const files = kubernetesFiles({ parts: { kubernetes }, strategy, out: `/${name}`, figures });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return asWritten(join(folder, 'kubernetes'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
