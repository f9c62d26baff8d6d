import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { thresholdsOf } from '@cpu-bound/lab/export/confirmation';
import type { ExportedLoad } from '@cpu-bound/lab/export/loads';
import { questions } from '@cpu-bound/questions/questions';
import { readRecord } from '@cpu-bound/report/adr/record';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Run } from '@cpu-bound/study/model';

/** The thresholds of a script, and the comment that explains them. */
type Confirmation = {
  readonly thresholds: Readonly<Record<string, string[]>>;
  readonly about: readonly string[];
};

/** Turns a decision record into the thresholds that confirm it. @throws UsageError naming the flag and what is accepted */
export async function confirmationOf(
  decision: string,
  {
    run,
    contestant,
    loads,
  }: { readonly run: Run; readonly contestant: string; readonly loads: readonly ExportedLoad[] },
  cwd: string,
): Promise<Confirmation> {
  const text = await readFile(resolve(cwd, decision), 'utf8').catch(() => {
    throw new UsageError([`--decision ${decision}: cannot be read; accepted: a record that bench adr wrote`]);
  });
  const record = readRecord(text, decision, '--decision');
  const { outcome } = record.confirmation;
  if (!outcome.includes(contestant))
    throw new UsageError([
      `--contestant ${contestant}: the decision chose another contestant; accepted with --decision ${decision}: ${outcome.join(', ')}`,
    ]);
  const { thresholds, beyondLoad } = thresholdsOf(record, contestant, analyse(run, questions), loads);
  const about = [
    `Thresholds: ${contestant} has to stay as much better than the others were in that run as ${decision} says; times hold on machines like its own.`,
    ...(beyondLoad.length > 0 ? [`These loads cannot show: ${beyondLoad.join(', ')}.`] : []),
  ];
  return { thresholds, about };
}
