import type { Manifest } from '../model.ts';

type Named = Pick<Manifest, 'id' | 'folder'>;

/** The folder of a run, as seen from the top of the project. */
export const folderOf = ({ id, folder = `results/${id}` }: Named): string => folder;

/** The command that adds these questions to the study that an analysis is of: with its workload, input and contestants. */
export const moreCommand = ({ run }: { readonly run: Named }, ...questions: readonly string[]): string =>
  `pnpm bench more ${folderOf(run)}${questions.length > 0 ? ` --scenarios ${questions.join(',')}` : ''}`;
