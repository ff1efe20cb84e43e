/** The counts of tests that passed, failed and were skipped. */
export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One line for each failed test, where the suite knows them. */
  readonly failures?: readonly string[];
}

/** A summary of no tests. */
export const emptySummary: TestSummary = { passed: 0, failed: 0, skipped: 0 };

/** A summary of one failure. */
export const oneFailure: TestSummary = { passed: 0, failed: 1, skipped: 0 };

/** Adds the counts of all summaries. */
export const sumSummaries = (summaries: readonly TestSummary[]): TestSummary =>
  summaries.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...(sum.failures ?? []), ...(one.failures ?? [])],
    }),
    emptySummary,
  );

/** Returns `N passed, N failed, N skipped`, the last line of a run. */
export const formatSummary = ({ passed, failed, skipped }: TestSummary): string => `${passed} passed, ${failed} failed, ${skipped} skipped`;
