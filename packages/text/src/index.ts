export * from './did-you-mean.ts';
export * from './mentioned-ids.ts';
export * from './redact.ts';
export * from './regex.ts';
export * from './scalar-text.ts';
export * from './search-words.ts';
export * from './slugify.ts';
export * from './spelling.ts';
