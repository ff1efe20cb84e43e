export * from './formula-guard.ts';
export * from './line-faults.ts';
export * from './list-text.ts';
export * from './pauses.ts';
export * from './read-csv.ts';
export * from './write-csv.ts';
