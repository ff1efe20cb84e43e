/** What can be wrong with an expression when it is saved. */
export type FaultCode = 'syntax' | 'unknown_column' | 'unknown_function' | 'wrong_argument_count' | 'wrong_type' | 'too_deep' | 'too_long';

/** What was wanted and what was found, where that says more than the sentence. */
export interface FaultFacts {
  readonly expected?: string;
  readonly actual?: string;
}

/** Why an expression cannot be a formula: a code, where in it (in code units from 0), and one sentence to act on. */
export class FormulaFault extends Error {
  readonly code: FaultCode;
  readonly position: number;
  readonly expected?: string;
  readonly actual?: string;

  constructor(code: FaultCode, position: number, message: string, facts: FaultFacts = {}) {
    super(message);
    this.name = 'FormulaFault';
    this.code = code;
    this.position = position;
    if (facts.expected !== undefined) this.expected = facts.expected;
    if (facts.actual !== undefined) this.actual = facts.actual;
  }
}
