import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { RunFlags } from '@cpu-bound/study/config/config';
import { Command } from 'commander';
import type { CheckEnd, CheckFlags } from '../commands/check.ts';
import type { InitFlags } from '../commands/init.ts';
import type { MoreFlags } from '../commands/more.ts';
import type { ScaffoldFlags } from '../commands/scaffold.ts';
import { type CommandContext, collect, type Ending, EXIT_OK, MEASURE, WAIT } from './context.ts';

/** Commands that measure; each is loaded when it is called. */
export function addMeasuring(program: Command, context: CommandContext): void {
  addRun(program, context);
  addMore(program, context);
  addCheck(program, context);
  addDoctor(program, context);
}

function addRun(program: Command, { surface, finish }: CommandContext): void {
  const run = program
    .command('run')
    .description('measure, and write the results and REPORT.md to results/<id>/');
  for (const add of [addSubjects, addRequests, addWorkload, addComparison, addDuration]) add(run);
  run
    .allowUnknownOption()
    .allowExcessArguments() // reported together with all other mistakes
    .action(async ({ wait, ...flags }: RunFlags & { wait?: true }, { args }: Command) => {
      const unknown = args.map((word) => ({ word, meant: meantBy(word, run) }));
      const [{ runCommand }, { conclude }] = await Promise.all([
        import('../commands/run.ts'),
        import('./conclude.ts'),
      ]);
      finish(conclude(await runCommand({ ...flags, unknown }, { ...surface, waits: wait }), surface));
    });
}

/** Finds the flag that a wrong one was meant to be, as commander does for the commands that refuse at once. */
function meantBy(word: string, { options }: Command): string | undefined {
  const strict = new Command().exitOverride().configureOutput({ writeErr() {} });
  for (const option of options) strict.addOption(option);
  try {
    strict.parse([word], { from: 'user' });
  } catch (error) {
    return /\(Did you mean (?:one of )?(.+?)\?\)/.exec((error as Error).message)?.[1];
  }
  return undefined;
}

function addSubjects(run: Command): void {
  run
    .option(
      '--profile <name>',
      'how much to measure: smoke, quick, standard, soak or thorough (default: standard)',
    )
    .option(
      '--scenarios <ids>',
      'questions to measure, separated by commas (see bench list; default: those of the profile)',
    )
    .option(
      '--contestants <ids>',
      'contestants to measure, separated by commas: ids, folders, or groups such as @pools (default: @main)',
    )
    .option(
      '--node <versions>',
      'also measure the main contestants on these versions of Node.js, fetched from npm: 22,24; system: your own, from the PATH',
    )
    .option(
      '--target <name=URL>',
      'a service that already runs, measured alone or with --contestants; may be repeated',
      collect,
    );
}

function addRequests(run: Command): void {
  run
    .option(
      '--requests <file>',
      'requests to send to the targets instead of a workload: one JSON object per line (path, method, headers, body, status)',
    )
    .option('--status-only', 'with --requests: compare only statuses; bodies may differ')
    .option('--keep-requests', 'with --requests: copy the file into the results (default: only its hash)')
    .option(
      '--light <path>',
      'with --requests: a path that the targets answer without computing (default: /)',
    );
}

function addWorkload(run: Command): void {
  run
    .option(
      '--workload <name>',
      'the workload: a name from bench list, or the path of your module (default: primes)',
    )
    .option('--param <name=value>', 'a parameter of the headline query; may be repeated', collect)
    .option('--longest <seconds>', 'how long one task may take in the checks before measuring (default: 10)');
  addInputs(run);
}

/** The input and the surroundings of a function of the reader's own. */
const addInputs = (command: Command): Command =>
  command
    .option('--body <files>', "files with the input of your function, JSON or bytes: 'samples/*.json'")
    .option('--args <json>', "its arguments, instead of --body: '[1000]', or @args.json")
    .option('--type <media type>', 'of its answers, such as text/html (default: by what it returns)')
    .option(
      '--answers-differ',
      'its answers to one input differ each time (a date, a random id): only status, kind and size are checked',
    )
    .option(
      '--env <NAME[=value]>',
      'a variable for services, which otherwise have only PATH, HOME, TMPDIR, TZ, LANG and LC_* of your shell; its name is stored, and not its value; may be repeated',
      collect,
    );

function addComparison(run: Command): void {
  run
    .option('--baseline <id>', 'the contestant with which the others are compared (default: single)')
    .option(
      '--against <folder>',
      'another checkout to compare with, measured in the same rounds; exit code 3 if this checkout is worse',
    )
    .option(
      '--cores <n>',
      'cores for the services; the load generators get the others (default: all, which they share; of more than eight, five of six); Linux',
    )
    .option('--seed <text>', 'seed of the random order and arrivals; the same text repeats them')
    .option('--rounds <n>', 'rounds of every scenario, 1 to 60 (default: those of the profile)')
    .option(
      '--rate <requests per second>',
      'your request rate: latency is measured at it, too; with --p99 the report says which strategies keep that p99',
    )
    .option(
      '--p99 <time>',
      'the longest p99 that you accept: 100ms, 0.5s; the question within looks for the largest rates that keep it (default: ten tasks, at least 50ms)',
    );
}

function addDuration(run: Command): void {
  run
    .option('--out <folder>', 'where the results go (default: results/<time>)')
    .option(
      '--for <time>',
      'how long to measure: 40m, 2h; less or more than the profile takes (default: as long as the profile)',
    )
    .option('--until <what>', 'decided: continue until no question is open that more rounds can answer')
    .option('--resume <folder>', 'continue a run that was interrupted or killed')
    .option(...WAIT)
    .option('--publish', 'copy the report to REPORT.md and report/ of this repository');
}

function addMore(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('more [folder]')
    .description('measure the open questions of a study (default: the newest); Ctrl-C keeps finished blocks')
    .option('--for <time>', 'how long to continue at most: 90s, 30m, 2h (default: until no question is open)')
    .option('--need <id[=weight]>', 'a need to measure first, with its weight; may be repeated', collect)
    .option(
      '--scenarios <ids>',
      'questions to measure, separated by commas, each until its next look (see bench list)',
    )
    .option(...WAIT)
    .action(async (folder: string | undefined, { wait, ...flags }: MoreFlags & { wait?: true }) => {
      const [{ moreOfStudy }, { conclude }] = await Promise.all([
        import('../commands/more.ts'),
        import('./conclude.ts'),
      ]);
      finish(conclude(await moreOfStudy(folder, flags, { ...surface, waits: wait }), surface));
    });
}

const OF_CHECK: Readonly<Record<CheckEnd, Ending>> = {
  all: { exit: EXIT_OK, means: undefined },
  some: { exit: CATALOGUE.CONTESTANT.exit, means: 'a strategy that you named does not run the function' },
  none: { exit: CATALOGUE.USAGE.exit, means: 'no strategy can be measured with the function' },
};

function addCheck(program: Command, { surface, finish }: CommandContext): void {
  const check = program
    .command('check')
    .description('what changes for your function in each strategy, in seconds and without load')
    .option('--workload <file#name>', 'your function: ./src/render.ts#render')
    .option(
      '--contestants <ids>',
      'the strategies, separated by commas (default: @main); exit code 2 if one of these does not run it',
    );
  addInputs(check);
  check.option('--json', 'print the findings as JSON').action(async (flags: CheckFlags) => {
    const { checkCommand } = await import('../commands/check.ts');
    const { text, end } = await checkCommand(flags, surface);
    surface.print(text);
    finish(OF_CHECK[end]);
  });
}

function addDoctor(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('doctor')
    .description('check whether this machine is fit for measuring, with a remedy for each problem')
    .action(async () => {
      const { doctorCommand } = await import('../commands/doctor.ts');
      const isFit = await doctorCommand(surface);
      finish(isFit ? EXIT_OK : { exit: CATALOGUE.SYSTEM.exit, means: 'this machine is unfit for measuring' });
    });
}

/** Commands for a reader’s own function; each is loaded when it is called. */
export function addExtending(program: Command, { surface }: CommandContext): void {
  program
    .command('init <file>')
    .helpGroup(MEASURE)
    .description('write a commented workload for your own function')
    .option('--query', 'for a function of a query: GET (the default)')
    .option('--json', 'for a function of JSON: POST')
    .option('--octets', 'for a function of bytes: POST')
    .action(async (file: string, flags: InitFlags) => {
      const { initCommand } = await import('../commands/init.ts');
      surface.print(await initCommand(file, flags, surface.cwd));
    });
  const written = program
    .command('scaffold <strategy>')
    .description(
      'write a service of your own: a strategy as it was measured, around your function, with tests',
    )
    .option('--workload <file#name>', 'your function: ./src/render.ts#render');
  addInputs(written)
    .option('--out <folder>', 'the folder to write, which is empty or not there yet')
    .option('--into <framework>', 'the strategy alone, for an app of yours: express, fastify or node')
    .option('--js', 'JavaScript (default: TypeScript)')
    .option('--copy', "copy the function's own files into the folder (default: imported from where they are)")
    .option('--kubernetes', 'the manifests of its strategy, too, with the values of your run')
    .allowExcessArguments() // reported together with all other mistakes
    .action(async (strategy: string, flags: ScaffoldFlags, { args: [, ...excess] }: Command) => {
      const { scaffoldCommand } = await import('../commands/scaffold.ts');
      surface.print(await scaffoldCommand(strategy, flags, surface, excess));
    });
  program
    .command('list')
    .helpGroup(MEASURE)
    .description('list the contestants, scenarios, needs, profiles and workloads')
    .action(async () => {
      const { listCommand } = await import('../commands/list.ts');
      surface.print(await listCommand(surface.code, surface.columns()));
    });
}
