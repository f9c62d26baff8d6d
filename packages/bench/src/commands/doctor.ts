import { examine, steadinessChecks } from '@cpu-bound/measure/host/doctor';
import type { Guard } from '@cpu-bound/measure/host/guard';
import { findRedis, NoRedis, redisSources } from '@cpu-bound/measure/host/redis/find';
import { COLUMNS, coloured, wrapped } from '@cpu-bound/report/tables/terminal';
import type { Check } from '@cpu-bound/study/model';
import { newerNode } from './newer-node.ts';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** `bench doctor` checks this machine, and prints each check with its remedy. @returns whether all are fit */
export async function doctorCommand(surface: Surface): Promise<boolean> {
  const { print, now, columns } = surface;
  now('looking at the machine');
  const newer = await newerNode();
  const checks = [...(await examine()), ...(newer ? [newer] : []), ...(await steadinessChecks())];
  const show = (shown: readonly Check[]) => {
    for (const line of shown.flatMap((check) => checkLines(check, columns()))) print(line);
  };
  show(checks);
  const redis = await withBench(surface, ({ guard }) => redisChecks(guard));
  show(redis);
  return [...checks, ...redis].every(({ fit }) => fit);
}

const MARKS = { fit: '✔ fit  ', unfit: '✖ unfit' } as const;
const DETAIL = 28;
const REMEDY = 13;

/** Writes a check and its remedy in lines of at most `width` columns; commands in it are not wrapped. */
export function checkLines({ id, fit, detail, remedy }: Check, width = COLUMNS): string[] {
  const [first = '', ...others] = wrapped(
    `${MARKS[fit ? 'fit' : 'unfit']}  ${id.padEnd(18)} ${detail}`,
    width,
    DETAIL,
  );
  const [advice = '', ...more] = remedy.split('\n');
  return [
    first.replace(/^\S+ \S+/, (mark) => coloured(fit ? 'green' : 'red', mark)),
    ...others,
    ...(fit
      ? []
      : [
          ...wrapped(`           → ${advice}`, width, REMEDY),
          ...more.map((line) => `${' '.repeat(REMEDY)}${line}`),
        ]),
  ];
}

async function redisChecks(guard: Guard): Promise<Check[]> {
  try {
    const redis = await findRedis(redisSources(guard));
    await redis.stop();
    const detail = `${redis.version} from ${redis.source}`;
    return [{ id: 'Redis', fit: true, detail, remedy: '' }, ...redis.checks];
  } catch (error) {
    if (!(error instanceof NoRedis)) throw error;
    return [{ id: 'Redis', fit: false, detail: 'none', remedy: error.message }];
  }
}
