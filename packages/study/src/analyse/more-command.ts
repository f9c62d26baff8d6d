import type { Manifest } from '../model.ts';

type StudyFolder = Pick<Manifest, 'id' | 'folder'>;

/** The folder of a run, relative to the top of the project. */
export const folderOf = ({ id, folder = `results/${id}` }: StudyFolder): string => folder;

/** Names the folder of a run for a command that finds the newest run in results/ by itself: only one elsewhere. */
export const namedFolder = ({ run }: { readonly run: StudyFolder }): string =>
  folderOf(run).startsWith('results/') ? '' : ` ${folderOf(run)}`;

/**
 * Writes the command that adds these questions to the study of an analysis, with its workload, input and contestants.
 */
export const moreCommand = (
  { run }: { readonly run: StudyFolder },
  ...questions: readonly string[]
): string =>
  `npx -y pnpm@12 bench more ${folderOf(run)}${questions.length > 0 ? ` --scenarios ${questions.join(',')}` : ''}`;

/**
 * Writes the command of a stored run as it works here. An older bench, or the package for npx, began its commands
 * with other words.
 */
export const commandHere = (command: string): string =>
  command.replace(/^.*?(?= run )/, 'npx -y pnpm@12 bench');
