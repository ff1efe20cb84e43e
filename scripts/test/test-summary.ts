/** What a part of the tests came to. */
export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Nothing yet. */
export const emptySummary: TestSummary = { passed: 0, failed: 0, skipped: 0 };

/** Both together. */
export const addSummaries = (one: TestSummary, other: TestSummary): TestSummary => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** The plain last line. */
export const formatSummary = ({ passed, failed, skipped }: TestSummary): string => `${passed} passed, ${failed} failed, ${skipped} skipped`;
