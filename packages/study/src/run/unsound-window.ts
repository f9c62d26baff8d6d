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
