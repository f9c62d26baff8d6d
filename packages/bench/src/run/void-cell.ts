/** The measurement was not sound, whatever the contestant did: its numbers must not be used. */
export class VoidCell extends Error {
  override readonly name = 'VoidCell';
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

/** More than this machine's generator can offer: nothing was measured, and trying again would not help. */
export class BeyondGenerator extends VoidCell {}
