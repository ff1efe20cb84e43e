export * from './sequence-diff.ts';
export * from './words.ts';
