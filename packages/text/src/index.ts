export * from './did-you-mean.ts';
export * from './number-text.ts';
export * from './regex.ts';
export * from './slugify.ts';
export * from './spelling.ts';
