/** What a part of the tests came to. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Nothing yet. */
export const noTests: Tally = { passed: 0, failed: 0, skipped: 0 };

/** Both together. */
export const plus = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** The plain last line. */
export const inWords = ({ passed, failed, skipped }: Tally): string => `${passed} passed, ${failed} failed, ${skipped} skipped`;
