import { ABSENCES, type Analysis } from '@cpu-bound/study/model';
import { joined, listed } from '../tables/sentences.ts';

/** Names who could not take part, and the needs whose question was asked and gave no figure; empty without any. */
export function absent({ validity, decision }: Pick<Analysis, 'validity' | 'decision'>): string {
  const missing = validity.missing.map(({ contestant }) => `**${contestant}**`);
  const late = decision.needs.filter(
    ({ measured, question, why }) => !measured && question !== undefined && why,
  );
  const [, noFigure] = ABSENCES;
  const without = decision.needs.filter(({ absence, why }) => absence === noFigure && why === undefined);
  return joined(
    [
      missing.length > 0 && `${listed(missing)} could not take part.`,
      ...late.map(({ title, why }) => `**No figure** for ${title}: ${why}.`),
      without.length > 0 &&
        `**No figure** for ${listed(without.map(({ title }) => title))}: no window gave one.`,
    ],
    ' ',
  );
}
