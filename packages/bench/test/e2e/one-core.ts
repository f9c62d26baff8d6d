import { ownCores } from '@cpu-bound/measure/host/cores';
import { withoutTaskset } from '@cpu-bound/measure/host/cpu-limits';

/** The reason why services cannot have a core of their own here. */
export const undivided =
  (await withoutTaskset()) ??
  (ownCores().length < 2 ? 'the machine has no second core for generators' : false);

/** Gives services one core, and so one worker, where this machine allows it. The bench moves there, too. */
export const oneCore = undivided ? [] : ['--cores', '1'];
