import type { ProblemDocument } from './contracts.ts';

/** An error answer of the service: its status, code and problem document. The message is the problem's detail. */
export class SpaceError extends Error {
  readonly status: number;
  readonly code: string;
  /** The problem document, or null if the answer has no such body. */
  readonly problem: ProblemDocument | null;

  constructor(status: number, problem: ProblemDocument | null) {
    super(problem?.detail ?? `The service answered ${status}.`);
    this.name = 'SpaceError';
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.problem = problem;
  }

  /** Creates the error of a response from its problem document. */
  static async from(response: Response): Promise<SpaceError> {
    const problem = (await response.json().catch(() => null)) as ProblemDocument | null;
    return new SpaceError(response.status, problem);
  }
}
