import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { readEnvironment } from '../measure/host/environment.ts';
import { startGuard } from '../measure/host/guard.ts';
import { sweep } from '../measure/host/marker.ts';
import { table } from '../report/table.ts';
import type { Finding } from '../selfcheck/acceptance.ts';
import { experiments } from '../selfcheck/experiments.ts';
import { generator } from '../selfcheck/generator.ts';
import { constant, freezing, halves, stopped } from '../selfcheck/latency.ts';
import { findingsOf } from '../selfcheck/told-apart.ts';
import type { Surface } from './surface.ts';

/** `bench selfcheck`: the bench measured by itself, against what is known beforehand. Kept in `report/`. */
export async function selfcheckCommand(seed: string, { root, print, signal }: Surface): Promise<Finding[]> {
  const mark = randomUUID();
  startGuard(mark);
  const startedAt = new Date();
  try {
    const findings = [
      ...(await generator(signal)),
      ...(await constant(seed, signal)),
      await freezing(seed, signal),
      await stopped(seed, signal),
      await halves(seed, signal),
    ];
    print(findingsTable(findings));
    const compared = await experiments(seed, signal, print);
    findings.push(...findingsOf(compared));
    print(findingsTable(findings));
    const kept = {
      seed,
      startedAt,
      environment: await readEnvironment(root, [], { redis: undefined, provisions: [] }),
      findings,
      experiments: compared,
    };
    await mkdir(join(root, 'report'), { recursive: true });
    await writeFileAtomic(join(root, 'report', 'selfcheck.json'), `${JSON.stringify(kept, null, 2)}\n`);
    return findings;
  } finally {
    await sweep(mark);
  }
}

const findingsTable = (findings: readonly Finding[]) =>
  table(
    ['what', 'accepted', 'observed', ''],
    findings.map(({ what, accepted, observed, ok }) => [what, accepted, observed, ok ? '✔' : '✖']),
  );
