export * from './case.ts';
export * from './date-cases.ts';
export * from './expected-outcome.ts';
export * from './invalid-expressions.ts';
export * from './logic-cases.ts';
export * from './number-cases.ts';
export * from './text-cases.ts';
