import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Config } from '@cpu-bound/study/config/config';
import type { Condition, Omission } from '@cpu-bound/study/model';
import type { OwnStart, QuestionPlan, SittingWindow } from '@cpu-bound/study/plan/windows';
import { openLoad } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import type { QuestionSpec, WindowSpec } from './question.ts';

type Planned = Pick<QuestionSpec, 'place' | 'who' | 'changes' | 'windows' | 'leftOut'>;

const idsOf = (contestants: readonly Contestant[]) => contestants.map(({ id }) => id);

/** Builds a window, with the condition that follows from what is special about it. */
function windowOf(spec: WindowSpec, headline: Condition['input']): SittingWindow['window'] {
  if ('window' in spec) return spec.window;
  const { query: input = headline, load, changes, id, seconds, leadInSeconds, probe, fault } = spec;
  const { inFrames, frameMs } = spec;
  const setting = defined({ workers: changes?.workers, cpus: changes?.cpus, ...spec.setting });
  const [sent, ofLoad] = loadOf(load, input);
  const condition = { input, setting: { ...ofLoad, ...setting } };
  // Questions that share a window add their fields to it, and an undefined field would remove one.
  return defined({ id, seconds, leadInSeconds, inFrames, frameMs, probe, fault, load: sent, condition });
}

/** Returns the load of a window, and the setting that follows from it. */
function loadOf(
  load: Extract<WindowSpec, { load: unknown }>['load'],
  input: Condition['input'],
): readonly [SittingWindow['window']['load'], Condition['setting']] {
  if ('kind' in load) return [load, {}];
  if ('connections' in load) return [{ kind: 'closed', query: input, ...load }, load];
  const { changes, ...rate } = load;
  return [openLoad(input, rate, changes), rate];
}

/** Makes the plan of a question. Windows with the same name of a start, changes and contestants share a start. */
export function planOf({ place, who, changes, windows }: Planned, config: Config): QuestionPlan {
  const specs = windows(config);
  const able = config.contestants.filter((contestant) => who?.can(contestant) ?? true);
  const starts = (all: readonly WindowSpec[], own?: Contestant): OwnStart[] => {
    const keyOf = (spec: WindowSpec) =>
      JSON.stringify([spec.start, spec.changes, own ? [] : idsOf(spec.contestants ?? able)]);
    return [...Map.groupBy(all, keyOf).values()].flatMap((group): OwnStart[] => {
      const [first] = group;
      const contestant = own?.id ?? idsOf(first?.contestants ?? able);
      if (!first || contestant.length === 0) return [];
      return [
        {
          name: [own?.id, first.start].filter((part) => part !== undefined).join('-'),
          contestant,
          rounds: first.rounds,
          changes: own && changes ? { ...changes(own, config), ...first.changes } : first.changes,
          windows: group.map((spec) => windowOf(spec, config.headline)),
        },
      ];
    });
  };
  switch (place) {
    case 'sitting':
      return { sitting: specs.map((spec) => inSitting(spec, config.headline)) };
    case 'together':
      return { starts: starts(specs) };
    case 'each':
      return {
        starts: able.flatMap((own) =>
          starts(
            specs.filter(({ contestants = able }) => contestants.some(({ id }) => id === own.id)),
            own,
          ),
        ),
      };
  }
}

function inSitting(spec: WindowSpec, headline: Condition['input']): SittingWindow {
  const { blocks, variants, onlyIfShared, rounds, contestants } = spec;
  return {
    window: windowOf(spec, headline),
    contestants: contestants && idsOf(contestants),
    ...{ blocks, variants, onlyIfShared, rounds },
  };
}

/** The reason why a question that kills Redis, or needs another one, is not asked of a run with REDIS_URL. */
export const REDIS_OF_THE_USER = {
  reason: 'the bench neither kills the Redis of REDIS_URL nor starts another one like it',
  remedy: 'measure without REDIS_URL, so that the bench starts a Redis of its own',
};

/** Lists what a question leaves out here: everything, or the contestants that cannot take part, with the reasons. */
export function leftOutOf({ who, leftOut }: Planned, config: Config): readonly Omission[] {
  const own = leftOut?.(config) ?? [];
  if (!who || own.some(({ contestant, what }) => contestant === undefined && what === undefined)) return own;
  const out = config.contestants.filter((contestant) => !who.can(contestant));
  return [...out.map(({ id }) => ({ contestant: id, reason: who.otherwise })), ...own];
}
