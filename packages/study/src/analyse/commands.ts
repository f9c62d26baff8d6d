import { shellWord } from '@cpu-bound/measure/model/shell-word';
import type { Analysis } from '../model/analysis.ts';
import type { Manifest } from '../model/run.ts';

type StudyFolder = Pick<Manifest, 'id' | 'folder'>;
type AnalysedRun = StudyFolder & Pick<Analysis['run'], 'profile' | 'interrupted' | 'parts'>;

/** The folder of a run, relative to the top of the project. */
export const folderOf = ({ id, folder = `results/${id}` }: StudyFolder): string => folder;

/** Names the folder of a run for a command that would find another one in results/ by itself, or this one nowhere. */
export function namedFolder({ run }: { readonly run: AnalysedRun }): string {
  const scenarios = Object.keys(run.parts?.[0]?.questions ?? {});
  const isFound = folderOf(run).startsWith('results/') && shortcomingsOf({ ...run, scenarios }).length === 0;
  return isFound ? '' : ` ${shellWord(folderOf(run))}`;
}

/**
 * Writes the command that adds these questions to the study of an analysis, with its workload, input and contestants.
 */
export const moreCommand = (
  { run }: { readonly run: StudyFolder },
  ...questions: readonly string[]
): string =>
  `npx -y pnpm@12 bench more ${shellWord(folderOf(run))}${questions.length > 0 ? ` --scenarios ${questions.join(',')}` : ''}`;

/**
 * Writes the command of a stored run as it works here. An older bench, or the package for npx, began its commands
 * with other words.
 */
export const commandHere = (command: string): string =>
  command.replace(/^.*?(?= run )/, 'npx -y pnpm@12 bench');

/** Writes the command that measures the same anew: without the seed, so that order and arrivals are other ones. */
export const commandAnew = (command: string): string =>
  commandHere(command).replace(/ --seed (?:'(?:[^']|'\\'')*'|\S+)/, '');

/** The facts by which a run may answer less than an older one. */
type Facts = Pick<Manifest, 'profile' | 'scenarios'> & { readonly interrupted: boolean };

/** The reasons to prefer an older run, the weakest first: one outweighs all before it. */
export const SHORTCOMINGS = ['one question', 'interrupted', 'smoke'] as const;
export type Shortcoming = (typeof SHORTCOMINGS)[number];

/**
 * Lists what a run lacks to stand for a study. A command that names no folder reads the newest run that lacks least, so
 * a command on a page of such a run names its folder.
 */
export const shortcomingsOf = ({ profile, scenarios, interrupted }: Facts): Shortcoming[] =>
  SHORTCOMINGS.filter(
    (shortcoming) =>
      ({ 'one question': scenarios.length === 1, interrupted, smoke: profile === 'smoke' })[shortcoming],
  );

type RunValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Writes the command of `bench run` with these flags: those that are repeated come last. */
export function commandLine({ target = [], param = [], env = [], ...others }: RunValues): string {
  const wordsOf = (name: string, value: RunValues[string]): string[] => {
    if (typeof value === 'object') return value.flatMap((each) => wordsOf(name, each));
    if (typeof value === 'string') return [flagOf(name), shellWord(value)];
    return value === true ? [flagOf(name)] : [];
  };
  const flags = Object.entries({ ...others, target, param, env });
  return ['npx -y pnpm@12 bench run', ...flags.flatMap(([name, value]) => wordsOf(name, value))].join(' ');
}

/** Writes the name of a flag: `statusOnly` → `--status-only`. */
const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
