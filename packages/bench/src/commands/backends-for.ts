import { notInstalled } from '@cpu-bound/measure/contestants/against';
import type { Contestant, LocalContestant } from '@cpu-bound/measure/contestants/manifest';
import { runtimeNamed } from '@cpu-bound/measure/contestants/runtimes';
import type { Guard } from '@cpu-bound/measure/host/guard';
import { nginxSources } from '@cpu-bound/measure/host/nginx';
import { npmSources } from '@cpu-bound/measure/host/npm-package';
import { postgresSources } from '@cpu-bound/measure/host/postgres';
import { findRedis, NoRedis, redisSources } from '@cpu-bound/measure/host/redis/find';
import type { RunningRedis } from '@cpu-bound/measure/host/redis/redis';
import { runtimeSources } from '@cpu-bound/measure/host/runtimes';
import {
  firstThatStarts,
  NothingStarts,
  type Provision,
  type ProvisionSource,
} from '@cpu-bound/measure/host/sources';
import type { Manifest } from '@cpu-bound/study/model';
import type { Surface } from './surface.ts';

export type Backends = {
  readonly redis: RunningRedis | undefined;
  readonly provisions: readonly Provision[];
  /** Contestants whose need could not be met, each with the reason. */
  readonly missing: Manifest['missing'];
  /** Variables with the addresses of the backends, for programs that the bench itself does not start. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

export type Dependent = Pick<Contestant, 'id' | 'needs'> &
  Pick<LocalContestant, 'runtime'> &
  Partial<Pick<LocalContestant, 'folder'>>;

type Kind = {
  readonly need: NonNullable<Contestant['needs']>[number];
  readonly title: string;
  readonly sources: (guard: Guard, say: Surface['print']) => readonly ProvisionSource[];
  readonly remedy: string;
};

/** The backends other than Redis, which has checks of its own. */
const KINDS: readonly Kind[] = [
  {
    need: 'postgres',
    title: 'PostgreSQL',
    sources: postgresSources,
    remedy: 'Set DATABASE_URL to a server where a database may be created.',
  },
  {
    need: 'nginx',
    title: 'nginx',
    sources: nginxSources,
    remedy: 'Install nginx (Debian, Ubuntu: apt install nginx; macOS: brew install nginx).',
  },
];

/** Lists each set of npm packages that a manifest names. */
const packageKinds = (contestants: readonly Pick<Contestant, 'needs'>[]): Kind[] =>
  [...new Set(contestants.flatMap(({ needs = [] }) => needs))]
    .filter((need) => need.startsWith('npm:'))
    .map((need) => ({
      need,
      title: /^npm:(.+?)@\d/.exec(need)?.[1] ?? need,
      sources: (guard, say) => npmSources(need as `npm:${string}`, guard, say),
      remedy: 'It is fetched once, on first use.',
    }));

/**
 * Starts the backends of contestants; those without one, or without a dependency, are `missing`.
 *
 * @throws Interrupted before the next source is tried
 */
export async function backendsFor(
  dependents: readonly Dependent[],
  guard: Guard,
  { print, step, signal }: Pick<Surface, 'print' | 'step' | 'signal'>,
): Promise<Backends> {
  const missing = await withoutDependencies(dependents);
  for (const { reason } of missing) print(reason);
  const contestants = dependents.filter(({ id }) => !missing.some(({ contestant }) => contestant === id));
  /** Starts one backend. @returns undefined if no contestant needs it, or no source of it works */
  const obtain = async <T extends { readonly version: string; readonly source: string }>(
    dependents: readonly Dependent[],
    title: string,
    start: (onTry: (source: string) => void) => Promise<T>,
    reasonOf: (error: Error) => string,
  ): Promise<T | undefined> => {
    if (dependents.length === 0) return undefined;
    try {
      const backend = await start((source) => {
        signal.throwIfAborted();
        step(`looking for ${title}: ${source}`);
      });
      print(`${title}: ${backend.version} from ${backend.source}`);
      return backend;
    } catch (error) {
      if (!(error instanceof NothingStarts || error instanceof NoRedis)) throw error;
      const reason = reasonOf(error);
      print(reason);
      missing.push(...dependents.map(({ id }) => ({ contestant: id, reason })));
      return undefined;
    }
  };
  const ofRedis = redisSources(guard);
  const dependentsOf = (need: Kind['need']) => contestants.filter(({ needs }) => needs?.includes(need));
  const redis = await obtain(
    dependentsOf('redis'),
    'Redis',
    (onTry) => findRedis(ofRedis, onTry),
    ({ message }) => message,
  );
  const provisions: Provision[] = [];
  for (const { need, title, sources, remedy } of [...KINDS, ...packageKinds(contestants)]) {
    const provision = await obtain(
      dependentsOf(need),
      title,
      (onTry) => firstThatStarts(sources(guard, print), onTry),
      ({ message }) => `no ${title} is available. Tried:\n${message}\n${remedy}`,
    );
    if (provision) provisions.push({ ...provision, need });
  }
  for (const { id, runtime } of contestants) {
    if (runtime?.cannotRun === undefined) continue;
    print(`${id} is left out: ${runtime.cannotRun}`);
    missing.push({ contestant: id, reason: runtime.cannotRun });
  }
  const running = contestants.filter(({ runtime }) => runtime && runtime.cannotRun === undefined);
  for (const [name, dependents] of Map.groupBy(running, ({ runtime }) => runtime?.name ?? '')) {
    const runtime = runtimeNamed(name);
    if (!runtime) continue;
    const provision = await obtain(
      dependents,
      runtime.title,
      (onTry) => firstThatStarts(runtimeSources(runtime, guard, print), onTry),
      ({ message }) => `${runtime.release} is not available. Tried:\n${message}`,
    );
    if (provision) provisions.push({ ...provision, need: name });
  }
  return {
    redis,
    provisions,
    missing,
    env: Object.assign({}, redis && { REDIS_URL: redis.url }, ...provisions.map(({ env }) => env)),
    async stop() {
      await redis?.stop();
      for (const provision of provisions) await provision.stop();
    },
  };
}

async function withoutDependencies(
  dependents: readonly Dependent[],
): Promise<{ contestant: string; reason: string }[]> {
  const lacking = dependents.map(async (dependent) => {
    const names = (await notInstalled(dependent)).join(', ');
    const reason = `${dependent.id}: ${names}: not installed; install the dependencies of all contestants: npx -y pnpm@12 install`;
    return names === '' ? [] : [{ contestant: dependent.id, reason }];
  });
  return (await Promise.all(lacking)).flat();
}
