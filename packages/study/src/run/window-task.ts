import { isElsewhere } from '@cpu-bound/measure/contestants/manifest';
import type { LocalService } from '@cpu-bound/measure/host/service';
import type { Subject, Trial, Window } from '../model.ts';
import type { ServiceHandle } from './side-by-side.ts';

/** A window of one subject that is to be measured. */
export type WindowTask = {
  readonly trial: Trial;
  /** The block that the window belongs to: several blocks of a round may have the same id. */
  readonly block: string;
  readonly subject: Subject;
  readonly window: Window;
  readonly handle: ServiceHandle;
  /** The other services that are up and run here, by the names of their subjects. */
  readonly idle: Readonly<Record<string, LocalService>>;
};

/** The path of a light request to a service elsewhere, which has no `/hello`. */
export const lightPathOf = ({ contestant }: ServiceHandle): string | undefined =>
  isElsewhere(contestant) ? contestant.light : undefined;

/** The measurement was not sound for a reason that the contestant did not cause: its numbers must not be used. */
export class UnsoundWindow extends Error {
  override readonly name: string = 'UnsoundWindow';
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

/** The window measured the load generator, and not the service. */
export class GeneratorLimit extends UnsoundWindow {
  override readonly name = 'GeneratorLimit';
}

/** The window cannot be measured with this contestant on this machine: trying again would not help. */
export class ImpossibleWindow extends UnsoundWindow {
  override readonly name = 'ImpossibleWindow';
}
