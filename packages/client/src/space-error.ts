import type { ProblemBody } from '@space/contracts/core';
import type { z } from 'zod';

/** A refusal or a failure of the service: its status, its code, and the sentence that says what to do. */
export class SpaceError extends Error {
  readonly status: number;
  readonly code: string;
  /** The whole problem document, or null when the answer was none. */
  readonly problem: z.infer<typeof ProblemBody> | null;

  constructor(status: number, problem: z.infer<typeof ProblemBody> | null) {
    super(problem?.detail ?? `The service answered ${status}.`);
    this.name = 'SpaceError';
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.problem = problem;
  }

  /** Reads the problem document of a response. */
  static async from(response: Response): Promise<SpaceError> {
    const problem = (await response.json().catch(() => null)) as z.infer<typeof ProblemBody> | null;
    return new SpaceError(response.status, problem);
  }
}
